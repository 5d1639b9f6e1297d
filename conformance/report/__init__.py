"""Cases, their outcomes, and the forms in which these are written."""

from .case import Case, Mutant, NotApplicable, Outcome, Registry, Violation, require

__all__ = ["Case", "Mutant", "NotApplicable", "Outcome", "Registry", "Violation", "require"]
