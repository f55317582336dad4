"""The trusted core: terms, their normal form, axioms, rules.  It imports nothing but Python."""
