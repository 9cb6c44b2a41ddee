import { suitesOf } from '../project/shared-suites.ts'
import { shortList } from '../terminal/words.ts'
import { type Finding, findingsOf } from './finding.ts'
import { type Subject, sourceOf } from './subject.ts'

const say = findingsOf('Project')

/** The project and suite under which a run reports, and the setting that decides that. */
export const checkProject = (subject: Subject): Finding => {
  const { unknown, preview } = subject
  const { config, project, open } = preview
  const suites = suitesOf(subject.setups, subject.env)
  const named = suites.length > 1 ? `suites ${shortList(suites)}` : `suite ${config.suite}`
  const suite = unknown.suite === undefined ? `, ${named}` : ''
  if (unknown.project !== undefined)
    return say.ok(
      `${project}${suite}, unless the options in ${unknown.project}, which doctor cannot read, name another`,
    )
  if (project === '')
    return say.problem('the project has no name', {
      reason: 'settings, remote, package.json and folder contain no letters or digits for a name',
      fix: 'set a name:',
      paste: ['export SVC_PROJECT=my-project'],
    })
  const { repository } = open.code
  const fallback = repository ? `repository ${repository}` : 'name of the package or folder'
  return say.ok(`${project} (${sourceOf('project', subject) ?? fallback})${suite}`)
}
