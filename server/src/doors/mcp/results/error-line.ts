import { firstLine } from '../../../ground/kernel/first-line.ts'
import { statedValues, tellingLine } from '../../../ground/kernel/stated-values.ts'
import { code } from '../render.ts'

/** An error on one line: what it received and expected, else the line that says the most. */
export function errorLine(message: string, most: number): string {
  const values = statedValues(message)
  if (!values) return code(tellingLine(message) || firstLine(message), most)
  const half = Math.max(20, Math.floor(most / 2))
  return `received ${code(values.received, half)}, expected ${code(values.expected, half)}`
}
