// Keeps one processor busy until whoever began it ends.
const parent = process.ppid
while (process.ppid === parent);
