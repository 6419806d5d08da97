// Marks the texts whose contrast axe is to look at: of those that are painted alike, the first.
// Two are alike if they and all that they stand in have the same classes and styles, if elements
// of the same look that stand elsewhere but are placed freely reach into their lines, and if both
// have one letter or both more. A page has ten thousand cells, and axe takes milliseconds for each.
() => {
  const STYLES = [
    'color', 'backgroundColor', 'backgroundImage', 'opacity', 'filter', 'mixBlendMode',
    'textShadow', 'fontSize', 'fontWeight', 'position', 'float', 'transform', 'zIndex',
    'visibility', 'display', 'overflowX', 'overflowY', 'clipPath', 'textIndent', 'fill', 'stroke',
    'webkitTextStrokeWidth', 'webkitTextFillColor', 'marginTop', 'marginLeft',
  ];
  const numbers = new Map(), looks = new Map(), chains = new Map([[null, 0]]);
  const number = text => numbers.get(text) ?? numbers.set(text, numbers.size + 1).size;
  const once = (known, key, make) => known.get(key) ?? known.set(key, make()).get(key);
  const free = [];
  const look = element => once(looks, element, () => {
    const style = getComputedStyle(element);
    const state = [element.tagName, element.getAttribute('class'), element.getAttribute('style'),
      element.getAttribute('aria-disabled'), element.disabled];
    return number([...state, ...STYLES.map(name => style[name])].join('|'));
  });
  const chain = element => once(chains, element, () =>
    number(`${look(element)} in ${chain(element.parentElement)}`));

  for (const element of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const moved = style.position !== 'static' || style.float !== 'none' ||
      style.transform !== 'none' || style.marginTop.startsWith('-') ||
      style.marginLeft.startsWith('-') || style.marginBottom.startsWith('-') || style.marginRight.startsWith('-');
    if (moved && !element.closest('svg')) free.push([element, element.getBoundingClientRect()]);
  }
  const found = new Map(), range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.data.trim()) continue;
    const of = once(found, element, () => ({text: '', over: new Set()}));
    of.text += node.data.trim();
    range.selectNodeContents(node);
    for (const line of range.getClientRects())
      for (const [other, box] of free)
        if (box.left < line.right && line.left < box.right && box.top < line.bottom &&
            line.top < box.bottom && !other.contains(element) && !element.contains(other))
          of.over.add(look(other));
  }
  const groups = new Map();
  for (const [element, {text, over}] of found) {
    const kind = [[...text].length > 1, /[\p{L}\p{N}]/u.test(text), chain(element)];
    once(groups, [...kind, ...[...over].sort()].join(';'), () => []).push(element);
  }
  window.alike = [...groups.values()];
  console.log(free.length+' free; chains '+new Set([...found.keys()].map(chain)).size+' '+JSON.stringify(Object.entries(free.reduce((a,[e])=>{const k=e.tagName+'.'+e.getAttribute('class');a[k]=(a[k]||0)+1;return a},{})).sort((a,b)=>b[1]-a[1]).slice(0,12)));
  console.log([...groups.entries()].slice(0,2000).filter((x,i)=>i%40==0).map(([k,g])=>k+' '+g.length+g[0].outerHTML.slice(0,60)).join('\n'));
  return window.alike
}
