/** What GitHub's runner reads on the standard output, see "Workflow commands for GitHub Actions". */
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
 * One line of the log that commands nothing, whatever it holds: the runner takes `::name::` at the start of a line,
 * and `##[name]` wherever it stands.
 */
export const logLine = (text: string): string =>
  `svc: ${text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/##(?=\[)/g, '## ')
    .trim()}`

/** Characters that change how the text beside them is seen are left out; line breaks are kept. */
const visible = (text: string) => text.replace(/[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu, '')

const escapeData = (text: string) =>
  visible(text)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replace(/##(?=\[)/g, '## ')

const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
