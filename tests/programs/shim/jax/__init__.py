"""A stand-in for JAX, of which Debian has no package: the functions that the programs call, as documented, on NumPy. For testing only.

It has the names that the programs use and no others. Numbers are NumPy's, so that it says nothing about JAX's precision, compiler or devices.
"""

from . import nn, numpy  # noqa: F401
