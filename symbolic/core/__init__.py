"""The trusted core: terms, their normal form, axioms, rules.  Imports nothing but Python."""
