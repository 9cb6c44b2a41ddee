import { freeProjectSlug } from '@svc/protocol'
import { Problem } from '../kernel/problem.ts'
import { isNameOf } from '../kernel/project-name.ts'
import { mismatch } from './matches.ts'
import type { Workflow } from './read-token.ts'
import type { Trust } from './read-trusts.ts'

/** The only trust that matches, or a refusal that names the facts that would distinguish several. */
export function chooseTrust(
  trusts: Trust[],
  workflow: Workflow,
  wanted: string | undefined,
): Trust | Problem {
  const eligible = trusts.filter(
    ({ project }) => wanted === undefined || project === null || isNameOf(wanted, project),
  )
  if (eligible.length === 0)
    return new Problem(
      'UNAUTHORIZED',
      `Repository ${workflow.repositoryId} is trusted, but not for the project ${wanted}. Check project, or let an admin add a trust for it.`,
    )
  const met = eligible.filter((trust) => mismatch(trust, workflow) === null)
  const [first] = met
  if (!first) {
    const why = [...new Set(eligible.map((trust) => mismatch(trust, workflow)))].join('; ')
    return new Problem(
      'UNAUTHORIZED',
      `Repository ${workflow.repositoryId} is trusted, but not for this run: ${why}.`,
    )
  }
  // The narrowest one that the request names: the trust of the named project, else the trust for
  // all projects.
  const isOf = (name: string | null) => met.find(({ project }) => project === name)
  const best =
    wanted === undefined ? isOf(null) : (isOf(wanted) ?? isOf(freeProjectSlug(wanted)) ?? isOf(null))
  const projects = [...new Set(met.map(({ project }) => project))]
  if (best || projects.length === 1) return best ?? first
  return new Problem(
    'INVALID_REQUEST',
    `project must be one of ${projects.join(', ')}: this repository is trusted for each.`,
  )
}
