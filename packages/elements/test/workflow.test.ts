// The workflow in a real browser: from attributes to one order, whatever happens on the way.
import './cases/combining.ts';
import './cases/coverage.ts';
import './cases/duplicates.ts';
import './cases/review.ts';
import './cases/workflow.ts';
import './cases/workflow-attributes.ts';
import './cases/workflow-safety.ts';
