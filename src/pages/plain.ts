/** Text of third parties in markdown of ours: on one line, and without markup of its own. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>&]/g, '\\$&')
