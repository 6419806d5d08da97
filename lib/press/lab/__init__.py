"""Labs asked many times: sweeps, forms, sliders, the server."""
