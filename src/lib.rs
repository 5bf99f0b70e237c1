//! maskscope shows what a pixel-perfect collision test sees.
