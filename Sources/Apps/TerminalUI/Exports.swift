// What is shown at a terminal was claimed by others more often than not: safe text comes with the module.
@_exported public import DisplayText
