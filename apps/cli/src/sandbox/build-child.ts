// A process of its own that builds what browsers get, and says where that is.
import { browserBuild } from '../browser-files.ts';

process.stdout.write(JSON.stringify(await browserBuild()));
