import { plainMarkdown } from '@svc/protocol'

/**
 * Returns untrusted text as code, in which GitHub links no users, issues or addresses. Entities are decoded after
 * Markdown is parsed, so the text cannot end the element.
 */
export const asCode = (text: string): string => `<code>${plainMarkdown(text, 300) || ' '}</code>`
