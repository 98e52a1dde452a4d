/** Errors and advice are written for programs too, with plain quotation marks; pages show them as the rest of their text. */
export const typographic = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”')
