/** Tokens that are difficult in string literals: NUL, a lone surrogate, a direction override, quotes, a line separator, a trigraph. */
export const ODD_TOKENS = ["a\0b", "\ud800", "\u202etxet", 'say "x"\\', "\u2028", "??/", "caf\u00e9"];
