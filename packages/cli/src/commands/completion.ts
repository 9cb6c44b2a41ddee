import { Argument, Command } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

const MANUAL: Manual = {
  text: `Prints a script that completes commands, options and their values in a shell. Once loaded,
the script needs neither a server nor Node. Install the command as svc first, from
your server: npm install --global <server>/packages/svc-cli.tgz.`,
  examples: [
    ['eval "$(svc completion bash)"', 'in ~/.bashrc'],
    ['eval "$(svc completion zsh)"', 'in ~/.zshrc, after compinit'],
    ['svc completion zsh > ~/.zfunc/_svc', 'or once, into a folder of your fpath'],
    ['svc completion fish > ~/.config/fish/completions/svc.fish', 'once, and again after an upgrade'],
  ],
  exitCodes: { 1: undefined },
  environment: { SVC_API_KEY: undefined, SVC_URL: undefined, SVC_PROJECT: undefined, NO_COLOR: undefined },
  seeAlso: ['doctor'],
}

/** `svc completion`: prints a completion script for a shell. */
export const completionCommand = (call: Call): Command =>
  new Command('completion')
    .description('print a script that completes svc in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', manualText(MANUAL))
    .action(async (shell: (typeof SHELLS)[number], _options: object, command: Command) => {
      const [{ placesOf }, scripts, { formatNames }] = await Promise.all([
        import('../completion/tree.ts'),
        import('../completion/scripts.ts'),
        import('@svc/formats'),
      ])
      const program = command.parent ?? command
      call.stdout.write(scripts.SCRIPTS[shell](placesOf(program, { '--format': formatNames() })))
    })
