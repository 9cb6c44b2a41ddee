import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns how an operator calls `svc-server` where a server with this module runs: through pnpm in a clone, through npx,
 * by its name if it is installed, from outside of a container, and in a folder with the bundle by its path there.
 */
export function commandOf(module: string, isContainer: boolean): string {
  const path = module.replaceAll('\\', '/')
  if (path.endsWith('.ts')) return 'npx -y pnpm@12 svc-server'
  // A container of development has no service of ours, and the image has no package.
  if (path.includes('/_npx/')) return 'npx @svc/server'
  if (path.includes('/node_modules/')) return 'svc-server'
  return isContainer ? 'docker compose exec svc svc-server' : 'bin/svc-server'
}

/** How the operator of this server calls `svc-server`. */
export const SERVER_COMMAND = commandOf(
  fileURLToPath(import.meta.url),
  existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
)
