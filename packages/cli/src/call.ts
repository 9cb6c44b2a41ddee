/** The streams that a command reads and writes: those of the process or of a test. */
export interface Streams {
  stdout: Stream
  stderr: Stream
  stdin?: NodeJS.ReadStream | undefined
  /** Registers an action that runs before a signal such as Ctrl-C ends the process; returns a function that removes it. */
  onInterrupt?: ((act: () => void) => () => void) | undefined
  /** Gives signals to a command that this process has started, instead of ending; returns a function that stops it. */
  holdSignals?: ((pass: (signal: NodeJS.Signals) => void) => () => void) | undefined
  /** Ends the process as this signal does. */
  endBy?: ((signal: NodeJS.Signals) => void) | undefined
}

interface Stream {
  write(text: string): unknown
  /** True for a terminal. */
  isTTY?: boolean
  /** Cells of a line of the terminal. */
  columns?: number
}

/** The context in which a command runs. */
export interface Call extends Streams {
  /** The arguments as typed. */
  args: string[]
  /** The folder in which the command was typed; folder arguments are relative to it. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Milliseconds since the epoch. */
  now: () => number
  /** The version of the command. */
  version: string
  /** True if `--json` was given. */
  isJson: boolean
  /** The code the process exits with. */
  exitCode: number
}
