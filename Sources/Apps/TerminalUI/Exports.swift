// Texts on a terminal often come from others, so the types that make text safe are exported too.
@_exported public import DisplayText
