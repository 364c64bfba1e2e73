// A host page in Angular, compiled in the browser: a chart that can be switched, the workflow and the history in it, and a log of their
// events.
import '@angular/compiler';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { charts } from './patients.ts';

void import('@pestle/elements');

@Component({
  selector: 'host-page',
  // Angular must not look for components of its own under the tags of the elements.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>{{ chart().name }}</h1>
      @for (one of charts; track one.patientId) {
        <button type="button" (click)="chart.set(one)">{{ one.name }}</button>
      }
      <button type="button" (click)="open.set(!open())">{{ open() ? 'Close form' : 'Open form' }}</button>

      <svc-client [attr.id]="application" [attr.org]="organization" [attr.api-url]="service">
        @if (open()) {
          <svc-prescribe-workflow
            [attr.patient-id]="chart().patientId"
            [initialPrescriptions]="chart().planned"
            enable-order="true"
            enable-local-pickup="true"
            (svc-ready)="write($event)"
            (svc-draft-prescription-created)="write($event)"
            (svc-order-created)="write($event)"
            (svc-prescriptions-created)="write($event)"
            (svc-error)="write($event)"
          />
        }
        <svc-med-history [attr.patient-id]="chart().patientId" />
      </svc-client>

      <h2>What the host gets</h2>
      <ol id="log">
        @for (line of log(); track $index) {
          <li>{{ line }}</li>
        }
      </ol>
    </main>
  `,
})
class HostPage {
  readonly application = import.meta.env['VITE_PESTLE_APPLICATION'];
  readonly organization = import.meta.env['VITE_PESTLE_ORGANIZATION'];
  readonly service = import.meta.env['VITE_PESTLE_URL'];
  readonly charts = charts;
  readonly chart = signal(charts[0]);
  readonly open = signal(true);
  readonly log = signal<readonly string[]>([]);

  write(event: CustomEvent<unknown>): void {
    this.log.update((lines) => [...lines, `${event.type} ${JSON.stringify(event.detail)}`]);
  }
}

await bootstrapApplication(HostPage);
