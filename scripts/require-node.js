// JavaScript, because the Node it refuses may not read TypeScript.
const major = Number.parseInt(process.versions.node, 10)

if (major < 24) {
  process.stderr.write(
    `The tests need Node 24 or newer, and this is Node ${process.versions.node}. Run them with:\n\n` +
      '  npx -y pnpm@12 test\n\n' +
      'It brings its own Node. If that is what you ran, its install failed: npx -y pnpm@12 install says why.\n',
  )
  process.exit(1)
}
