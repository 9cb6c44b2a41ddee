import { type Finding, findingsOf } from './finding.ts'
import { type Subject, sourceOf } from './subject.ts'

const say = findingsOf('Project')

/** Under which project and suite a run reports, and which setting decides that. */
export const checkProject = (subject: Subject): Finding[] => {
  const { unknown, preview } = subject
  const { config, project, open } = preview
  const suite = unknown.suite === undefined ? `, suite ${config.suite}` : ''
  if (unknown.project !== undefined)
    return [
      say.ok(`${unknown.project} may name it in options that doctor cannot read, else ${project}${suite}`),
    ]
  if (project === '')
    return [
      say.problem('no name for the project', {
        reason: 'neither settings, remote, package.json nor folder contain letters or digits for a name',
        fix: 'name it:',
        paste: ['export SVC_PROJECT=my-project'],
      }),
    ]
  const { repository } = open.code
  const fallback = repository ? `repository ${repository}` : 'name of the package or folder'
  return [say.ok(`${project} (${sourceOf('project', subject) ?? fallback})${suite}`)]
}
