"""The catalog of methods. A method's module is imported on first use."""

from __future__ import annotations

import importlib
from dataclasses import asdict
from typing import Any, Final, Literal

from broadsheet.errors import UnknownMethod
from broadsheet.methods.base import Method

__all__ = ["CATALOG", "DEFAULT", "entries", "get", "names", "with_favor"]

CATALOG: Final[dict[str, str]] = {
    "cedst": "broadsheet.methods.cedst:CEDST",
    "cedst-nc": "broadsheet.methods.cedst:CEDSTNC",
    "cedst-tf": "broadsheet.methods.cedst:CEDSTTF",
    "cepr": "broadsheet.methods.cepr:CEPR",
    "cetd": "broadsheet.methods.cetd:CETD",
    "cetr": "broadsheet.methods.cetr:CETR",
    "clg": "broadsheet.methods.clg:CLG",
    "coreex": "broadsheet.methods.coreex:CoreEx",
    "fusion": "broadsheet.body.fusion:Fusion",
    "gcn2": "broadsheet.methods.gcn:GCN2",
    "gcn3": "broadsheet.methods.gcn:GCN3",
    "mcstd": "broadsheet.methods.mcstd:MCSTD",
    "mlp": "broadsheet.methods.gcn:MLP",
    "mss": "broadsheet.methods.mss:MSS",
    "stadynot": "broadsheet.methods.stadynot:StaDyNoT",
    "svc": "broadsheet.methods.gcn:SVC",
    "twcem": "broadsheet.methods.twcem:TWCEM",
}

DEFAULT: Final = "fusion"


def names() -> list[str]:
    """The names of the methods."""
    return sorted(CATALOG)


def get(name: str, **parameters: Any) -> Method:
    """Create a method by name, with these parameters instead of the defaults.

    Raises:
        UnknownMethod: the catalog has no such name.
    """
    path = CATALOG.get(name)
    if path is None:
        raise UnknownMethod(f"unknown method {name!r}; methods: {', '.join(names())}")
    module, _, attribute = path.partition(":")
    method: Method = getattr(importlib.import_module(module), attribute)(**parameters)
    return method


def with_favor(method: Method, favor: Literal["precision", "recall"]) -> Method:
    """The method with its parameter ``favor`` set.

    Raises:
        ValueError: the method has no such parameter, or the value is wrong.
    """
    if not hasattr(method, "favor"):
        raise ValueError(f"favor is supported by {DEFAULT} only, not by {method.name}")
    return type(method)(**vars(method) | {"favor": favor})


def entries() -> list[dict[str, Any]]:
    """The methods as plain data: name, paper, needs, unit, and whether it is the default."""
    return [
        {
            "name": method.name,
            "paper": None if method.paper is None else asdict(method.paper),
            "needs": sorted(need.value for need in method.needs),
            "unit": method.unit.value,
            "default": method.name == DEFAULT,
        }
        for method in map(get, names())
    ]
