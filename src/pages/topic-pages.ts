/** Where a topic is shown. */
export const topicPath = (topic: string): string => `/sdk?topic=${encodeURIComponent(topic)}`
