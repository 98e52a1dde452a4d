/** "a, b" -> a and b; spaces and empty items mean nothing. */
export const splitList = (text: string): string[] => text.match(/[^\s,](?:[^,]*[^\s,])?/g) ?? []
