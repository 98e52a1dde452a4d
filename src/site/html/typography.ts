/** Errors and advice have straight quotation marks, as programs read them too; pages show curly ones. */
export const curlyQuotes = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”')
