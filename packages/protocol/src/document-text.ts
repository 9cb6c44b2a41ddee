/**
 * The text of a document as the server keeps and hashes it: without a byte order mark, and with LF line ends. Git may
 * check out the same file with other line ends on another system.
 */
export const toDocumentText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
