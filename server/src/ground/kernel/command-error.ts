/** A command cannot do its work; the message says how to fix that. */
export class CommandError extends Error {}
