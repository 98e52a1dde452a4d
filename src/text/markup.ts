/** Text in HTML and XML, as content and in quoted attribute values. */

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What is no character in XML 1.0 (section 2.2) becomes U+FFFD, as it has no place in HTML either. */
const ESCAPED = /[&<>"']|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export const escapeMarkup = (text: string): string => text.replace(ESCAPED, (found) => ENTITIES[found] ?? '\ufffd')
