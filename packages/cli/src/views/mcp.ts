import type { Finding } from '../doctor/finding.ts'
import type { ClientSetup } from '../mcp/client-lines.ts'
import { type Look, linesOf } from './doctor.ts'

/** What an agent finds, and how to set each agent up. */
export const mcpDoctorText = (findings: Finding[], setups: ClientSetup[], look: Look): string => {
  const advice = setups.flatMap(({ client, file, lines }) => [
    '',
    file === undefined ? `${client}:` : `${client}, in ${file}:`,
    ...lines.map((line) => `  ${line}`),
  ])
  return [...findings.flatMap((finding) => linesOf(finding, look)), ...advice, ''].join('\n')
}
