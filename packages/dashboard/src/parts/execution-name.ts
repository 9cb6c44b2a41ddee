import { minuteText } from './time.tsx'
import { firstLine } from './words.ts'

interface Run {
  message: string | null
  build: string
  machine: string | null
  startedAt: string
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The name of a run: its commit's first line, its build, or its time and machine if the build is only an id. */
export function executionName({ message, build, machine, startedAt }: Run, runner?: string): string {
  const line = firstLine(message ?? '')
  if (line !== '') return line
  if (!UUID.test(build)) return build
  const name = `run of ${minuteText(startedAt)}${machine === null ? '' : ` on ${machine}`}`
  return runner === undefined ? `R${name.slice(1)}` : `${runner} ${name}`
}
