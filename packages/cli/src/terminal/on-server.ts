/** How the command of a server starts, by how the server was installed. */
const WAYS = {
  'npx @svc/server': 'from npm',
  'npx -y pnpm@12 svc-server': 'in a clone',
  'docker compose exec svc svc-server': 'in a container',
}

/** Returns the lines that do something on the server's machine, next to its data, one for each way to start a server. */
export const onServer = (args: string): string[] => {
  const starts = Object.keys(WAYS)
  const width = Math.max(...starts.map(({ length }) => length)) + args.length + 1
  return Object.entries(WAYS).map(([start, where]) => `${`${start} ${args}`.padEnd(width)}   # ${where}`)
}
