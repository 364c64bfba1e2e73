// A host page in React 19: a chart that can be switched, the workflow and the history in it, and a log of their events.
import { StrictMode, Suspense, use, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { charts } from './patients.ts';

// React hands an object over as a property only when the tag is known: nothing is rendered before that.
const elements = import('@pestle/elements');

function Chart() {
  use(elements);
  const [chart, setChart] = useState(charts[0]);
  const [open, setOpen] = useState(true);
  const [log, setLog] = useState<readonly string[]>([]);
  const write = (event: CustomEvent<unknown>) =>
    setLog((lines) => [...lines, `${event.type} ${JSON.stringify(event.detail)}`]);

  return (
    <main>
      <h1>{chart.name}</h1>
      {charts.map((one) => (
        <button key={one.patientId} type="button" onClick={() => setChart(one)}>
          {one.name}
        </button>
      ))}
      <button type="button" onClick={() => setOpen(!open)}>
        {open ? 'Close form' : 'Open form'}
      </button>

      <svc-client
        id={import.meta.env.VITE_PESTLE_APPLICATION}
        org={import.meta.env.VITE_PESTLE_ORGANIZATION}
        api-url={import.meta.env.VITE_PESTLE_URL}
      >
        {open && (
          <svc-prescribe-workflow
            patient-id={chart.patientId}
            initialPrescriptions={chart.planned}
            enable-order="true"
            enable-local-pickup="true"
            onsvc-ready={write}
            onsvc-draft-prescription-created={write}
            onsvc-order-created={write}
            onsvc-prescriptions-created={write}
            onsvc-error={write}
          />
        )}
        <svc-med-history patient-id={chart.patientId} />
      </svc-client>

      <h2>What the host gets</h2>
      <ol id="log">
        {log.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ol>
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback={<p>Loading…</p>}>
        <Chart />
      </Suspense>
    </StrictMode>,
  );
