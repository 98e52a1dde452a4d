/** What text costs a language model to read. */

/** Tokens of English text and code, at four characters each; an estimate, not a tokenizer. */
export const approxTokens = (text: string): number => tokensOf(text.length)

/** The same from the number of characters. */
export const tokensOf = (characters: number): number => Math.ceil(characters / 4)
