import type { Mode } from '../rule.ts'
import { ARCHITECT } from './architect.ts'
import { AUDITOR } from './auditor.ts'
import { DOCUMENTER } from './documenter.ts'

/** The three prompts: a procedure, to which the rules of a mode's guidelines are added. */
export const PROMPTS: Record<
  'svc_architect' | 'svc_auditor' | 'svc_documenter',
  { mode: Mode; text: string }
> = {
  svc_architect: { mode: 'code', text: ARCHITECT },
  svc_auditor: { mode: 'review', text: AUDITOR },
  svc_documenter: { mode: 'document', text: DOCUMENTER },
}
