import { Counter, type Registry } from 'prom-client'
import type { NoteVerdicts } from '../note-verdicts.ts'

/** Counts what comparisons said of failed tests. */
export function countVerdicts(registry: Registry): NoteVerdicts {
  const told = new Counter({
    name: 'svc_verdicts_told_total',
    help: 'Failed tests in answered comparisons by verdict. An answer that is asked for again counts again.',
    labelNames: ['verdict'],
    registers: [registry],
  })
  return (verdicts) => {
    for (const [verdict, tests] of Object.entries(verdicts)) told.inc({ verdict }, tests)
  }
}
