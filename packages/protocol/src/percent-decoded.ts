/** A text without its percent-encoding; the text itself if it is not encoded correctly. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
