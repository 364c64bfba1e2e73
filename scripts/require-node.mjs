// Says clearly which Node is needed when the one that runs cannot run TypeScript unbuilt.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `Pestle needs Node 24.12 or newer; this is Node ${process.versions.node}.\n` +
      'On Linux, Windows and Intel Macs the repository brings its own: run "npm ci" (with optional\n' +
      'dependencies) and start through npm ("npm start", "npm test"). Elsewhere, install Node 24.',
  );
  process.exit(1);
}
