/** The oldest Node with all that the server imports: `engines` of the workspace. */
const OLDEST = [22, 19] as const

/**
 * Ends the process with one line and exit code 1 if this Node is too old for the server. An entry calls it before it
 * imports anything else: a module that Node lacks an export of would end it with a syntax error.
 */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  process.stderr.write(
    `The server needs Node ${OLDEST.join('.')} or newer, and this is Node ${version}. Install a newer Node, then run this again.\n`,
  )
  process.exit(1)
}
