"""Cases, their outcomes, and the forms in which these are written."""

from . import exchange
from .case import Case, Mutant, NotApplicable, Outcome, Registry, Violation, require

__all__ = ["Case", "Mutant", "NotApplicable", "Outcome", "Registry", "Violation", "exchange", "require"]
