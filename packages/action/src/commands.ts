/** Returns a command for GitHub's runner, see "Workflow commands for GitHub Actions". */
export const commandLine = (
  name: string,
  properties: Record<string, string | number | undefined>,
  message: string,
) => {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined && value !== '')
  const list = given.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(',')
  return `::${name}${list && ` ${list}`}::${escapeData(message)}`
}

/**
 * Returns any text as one log line without commands: the runner executes `::name::` at the start of a
 * line, and `##[name]` anywhere.
 */
export const logLine = (text: string): string =>
  `svc: ${text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/##(?=\[)/g, '## ')
    .trim()}`

/** Removes invisible and bidirectional characters; keeps line breaks. */
const visible = (text: string) => text.replace(/[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu, '')

const escapeData = (text: string) =>
  visible(text)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replace(/##(?=\[)/g, '## ')

const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
