import type { AttemptStatus, Failure } from '@svc/protocol'
import { FAILURE_WITHOUT_MESSAGE } from '../common/failure-without-message.ts'
import { readSeconds, readTimestamp } from '../common/times.ts'
import type { Format, ReportedAttempt, ReportedName, Sink } from '../format.ts'
import { annotationsOf, child, collect, textAt, type XmlNode } from '../xml/collect.ts'
import { parseXml } from '../xml/parse.ts'
import { rootOf } from '../xml/root-of.ts'

const STATUS: Readonly<Record<string, AttemptStatus>> = {
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
  notrun: 'skipped',
}
const ASSEMBLY = /<assembly\s([^>]{0,4000})>/

/** xUnit.net's own XML, of version 2 and later. */
export const xunit: Format = {
  name: 'xunit',
  detect: ({ text }) =>
    /^<assembl(?:ies|y)[\s>/]/.test(rootOf(text)) && /<(?:collection|class|test|assemblies)[\s>/]/.test(text),
  startedAt: ({ text }) => startOf(text),
  runner: () => ({ name: 'xunit' }),
  async read(source, sink) {
    const startedAt = startOf(source.head.text)
    sink.run({ tool: 'xunit', ...(startedAt !== undefined && { startedAt }) })
    let seen = 0
    let failed = 0
    let said: { total: number; failed: number; line: number } | undefined
    const handler = collect({
      wanted: new Set(['test', 'error']),
      printed: new Set(['output']),
      repaired: sink.repaired,
      begin(name, attributes, line) {
        if (name !== 'assembly') return
        const count = (field: string) => Number(attributes.get(field) ?? 0)
        said = { total: count('total'), failed: count('failed') + count('errors'), line }
        seen = 0
        failed = 0
      },
      end(name) {
        if (name !== 'assembly' || !said) return
        if (said.total >= 0 && said.total !== seen)
          sink.repaired('wrong total', said.line, `total says ${said.total}, has ${seen}`)
        if (said.failed > 0 && failed === 0) sink.error({ message: FAILURE_WITHOUT_MESSAGE })
      },
      node(node) {
        if (node.name === 'error') {
          const failure = failureOf(child(node, 'failure'))
          const where = [node.attributes.get('type'), node.attributes.get('name')].filter(Boolean).join(' ')
          failed += 1
          sink.error({ ...failure, message: where ? `${where}: ${failure.message}` : failure.message })
          return
        }
        seen += 1
        const attempt = toAttempt(node, sink)
        failed += attempt.status === 'failed' ? 1 : 0
        sink.test(xunitNameOf(node, sink), [attempt])
      },
    })
    await parseXml(source.text(sink), handler)
  },
}

const startOf = (text: string): number | undefined => {
  const [, attributes = ''] = ASSEMBLY.exec(text) ?? []
  const startTime = /\bstart-rtf="([^"]{1,60})"/.exec(attributes)?.[1]
  const [date, time] = [
    /\brun-date="([^"]{1,20})"/.exec(attributes)?.[1],
    /\brun-time="([^"]{1,20})"/.exec(attributes)?.[1],
  ]
  return readTimestamp(startTime ?? (date && time ? `${date} ${time}` : undefined))
}

const xunitNameOf = ({ attributes }: XmlNode, sink: Sink): ReportedName => {
  const className = attributes.get('type') ?? ''
  const whole = attributes.get('name') || attributes.get('method') || ''
  const title = className && whole.startsWith(`${className}.`) ? whole.slice(className.length + 1) : whole
  const sourceFile = attributes.get('source-file') ?? ''
  const file = sourceFile || !className ? undefined : sink.mapped(className)
  return {
    file: file ?? sourceFile,
    ...(file !== undefined && { isMapped: true }),
    titles: className ? [className, title] : [title],
  }
}

const toAttempt = (node: XmlNode, sink: Sink): ReportedAttempt => {
  const { attributes, line } = node
  const { durationMs = 0, repair } = readSeconds(attributes.get('time'))
  if (repair) sink.repaired(repair, line)
  const result = attributes.get('result')?.toLowerCase() ?? ''
  const status = STATUS[result] ?? 'failed'
  if (!(result in STATUS)) sink.repaired('unknown result', line, result)
  const reason = textAt(node, 'reason')
  const output = child(node, 'output')?.text
  const traits = annotationsOf(node, 'traits', 'trait')
  return {
    status,
    durationMs,
    ...(status === 'failed' && { errors: [failureOf(child(node, 'failure'))] }),
    ...(status === 'skipped' && { skip: { kind: 'skip' as const, ...(reason && { reason }) } }),
    ...(output && { stdout: output }),
    ...(traits.length > 0 && { annotations: traits }),
  }
}

const failureOf = (node: XmlNode | undefined): Failure => {
  const [message, stack] = [textAt(node, 'message'), textAt(node, 'stack-trace')]
  const name = node?.attributes.get('exception-type')
  const plain = name && message.startsWith(`${name} : `) ? message.slice(name.length + 3) : message
  return { message: plain || 'failed without a message', ...(name && { name }), ...(stack && { stack }) }
}
