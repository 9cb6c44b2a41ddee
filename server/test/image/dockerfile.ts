/** One instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  name: string
  /** As it stands behind the name, without flags. */
  value: string
  flags: Record<string, string>
}

/** The instructions of a Dockerfile by stage; a stage without a name has its number. */
export function readDockerfile(text: string): { stage: string; base: string; instructions: Instruction[] }[] {
  const stages: ReturnType<typeof readDockerfile> = []
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  for (const line of lines) {
    const { name, value, flags } = instructionOf(line)
    if (name === 'FROM') {
      const [base = '', , stage = String(stages.length)] = value.split(/\s+/)
      stages.push({ stage, base, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, value, flags })
  }
  return stages
}

function instructionOf(line: string): Instruction {
  const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
  if (name === '') throw new Error(`No instruction: ${line}`)
  const flags: Record<string, string> = {}
  const value = rest.replace(/^(?:--([a-z-]+)=(\S+)\s+)+/, (all) => {
    for (const [, flag = '', given = ''] of all.matchAll(/--([a-z-]+)=(\S+)/g)) flags[flag] = given
    return ''
  })
  return { name, value, flags }
}

/** What an instruction in the form of a list says; null for the form of a shell. */
export const listOf = (value: string): string[] | null => (value.startsWith('[') ? JSON.parse(value) : null)

/** `NAME=value` pairs; a value may stand in quotes. */
export const pairsOf = (value: string): [string, string][] =>
  [...value.matchAll(/([\w.]+)=("[^"]*"|\S+)/g)].map(([, name = '', given = '']) => [
    name,
    given.replace(/^"|"$/g, ''),
  ])
