import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Project')

/** Under which project and suite a run reports, and what decided that. */
export const checkProject = ({ preview, written, unknown, unreadable }: Subject): Finding[] => {
  const { config, project: slug } = preview
  const isSuiteOpen = (unknown.suite ?? unreadable) !== undefined && !written.suite
  const suite = isSuiteOpen ? '' : `, suite ${config.suite}`
  if (unknown.project !== undefined && !written.project)
    return [say.ok(`what ${unknown.project} says${suite}`)]
  if (unreadable !== undefined && !written.project)
    return [say.ok(`what options that doctor cannot read say, in ${unreadable}${slug && `; else ${slug}`}`)]
  if (slug === '')
    return [
      say.problem('no name for the project', {
        reason: 'neither settings, remote, package.json nor folder give one of letters or digits',
        fix: 'name it:',
        paste: ['export SVC_PROJECT=my-project'],
      }),
    ]
  return [say.ok(`${slug} (${sourceOf(preview, written.project)})${suite}`)]
}

const sourceOf = ({ open, config }: Subject['preview'], written: string | undefined): string => {
  if (written) return 'option project of the reporter'
  if (config.project) return 'SVC_PROJECT'
  return open.code.repository ? `repository ${open.code.repository}` : 'name of the package or folder'
}
