/**
 * The part of a message for people: the text of a server notice, which is JSON with its facts; else
 * all of it.
 */
export function textOf(message: string): string {
  if (!message.startsWith('{')) return message
  try {
    const { text } = JSON.parse(message) as { text?: unknown }
    return typeof text === 'string' ? text : message
  } catch {
    return message
  }
}
