import type { PullRequest } from '../../data/runs.ts'
import { commandForAll } from '../../parts/command-for.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { count, number, sentence } from '../../parts/words.ts'

/** What would decide the failures that nothing explains, and the commands that run them again. */
export function Decide({ pull: { decides, executions } }: { pull: PullRequest }) {
  const commands = executions.flatMap(({ id, suite, framework, rerun }) => {
    const command = commandForAll(framework, rerun.tests)
    return command === null
      ? []
      : [{ id, suite, runner: framework, command, more: rerun.more, tests: rerun.tests.length }]
  })
  if (decides.length === 0 && commands.length === 0) return null
  return (
    <section className="decide" aria-labelledby="decide">
      <h2 id="decide">{decides.length > 0 ? 'What would decide the rest' : 'Run them again'}</h2>
      <div className="card">
        {decides.length > 0 && (
          <ul>
            {decides.map(({ missing, tests }) => (
              <li key={missing}>
                {sentence(missing)} <span className="muted nowrap">{count(tests, 'failure')}</span>
              </li>
            ))}
          </ul>
        )}
        {commands.map(({ id, suite, runner, command, more, tests }) => (
          <div key={id} className="command">
            <p className="label">
              {commands.length > 1 ? `Run ${suite} again` : decides.length > 0 ? 'Run them again' : runner}
              {more > 0 && `: the first ${number(tests)} of ${number(tests + more)}`}
              <CopyButton
                text={command}
                label={commands.length > 1 ? `Copy the command of ${suite}` : 'Copy the command'}
                isSmall
              />
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it */}
            <section className="lines wrap" tabIndex={0} aria-label={`Command that runs ${suite} again`}>
              <div>{command}</div>
            </section>
          </div>
        ))}
      </div>
    </section>
  )
}
