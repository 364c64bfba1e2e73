// Reports questions to payers: counts for operators, without anybody's name; in a sandbox everything, for its control room.
import type { AskedNews, CoverageWitness } from '../coverage/coverage.ts';
import type { Metrics } from '../http/http.ts';

/** A witness that fails disturbs nobody. */
export function coverageNews(
  metrics: Pick<Metrics, 'countCoverage'>,
  witness?: CoverageWitness,
): (news: AskedNews) => void {
  return (news) => {
    const { payer, answer, ms } = news;
    metrics.countCoverage({ payer, state: answer.state, ms });
    try {
      witness?.(news);
    } catch {
      // It only looks on.
    }
  };
}
