import { appendFileSync, statSync } from 'node:fs'

/** Appends `name=value` lines as GitHub's runner reads them; a random delimiter lets no value end its own. */
export const appendValues = (path: string | undefined, values: Record<string, string>): void => {
  if (!path) return
  const text = Object.entries(values).map(([name, value]) => entry(name, value))
  appendFileSync(path, text.join(''))
}

const entry = (name: string, value: string): string => {
  const delimiter = `svc_${crypto.randomUUID()}`
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`
}

export const appendText = (path: string | undefined, text: string): void => {
  if (path) appendFileSync(path, text)
}

/** Returns the size of a file; 0 if it does not exist. */
export const sizeBytes = (path: string | undefined): number => {
  try {
    return path ? statSync(path).size : 0
  } catch {
    return 0
  }
}
