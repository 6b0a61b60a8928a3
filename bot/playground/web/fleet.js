/** The example's fleet beside the conversation, so that one sees an action happen. */

import { el } from "./dom.js";
import { keyed } from "./keyed.js";
import { clockTime } from "./text/dates.js";

const WORDS = { healthy: "healthy", degraded: "degraded", restarting: "restarting" };

/** What differs between two looks at the fleet: `{name/env: {field: [before, after]}}`. Pure. */
export function changes(before, after) {
  const found = {};
  if (!before) return found;
  const old = new Map(before.services.map((service) => [name(service), service]));
  for (const service of after.services) {
    const was = old.get(name(service));
    const fields = Object.keys(service).filter((field) => was && was[field] !== service[field]);
    if (!was) found[name(service)] = { name: [null, service.name] };
    else if (fields.length) {
      found[name(service)] = Object.fromEntries(fields.map((field) => [field, [was[field], service[field]]]));
    }
  }
  return found;
}

/** The same as one sentence for those who do not see the panel. Pure. */
export function spoken(changed) {
  return Object.entries(changed)
    .filter(([, fields]) => fields.health || fields.replicas || fields.version)
    .map(([key, fields]) => `${key.replace("/", " in ")}: ${sentence(fields)}`)
    .join(". ");
}

function sentence({ health, replicas, version }) {
  const parts = [
    health && `is ${WORDS[health[1]] ?? health[1]}`,
    replicas && `${replicas[1]} replicas, ${replicas[0]} before`,
    version && `version ${version[1]}`,
  ];
  return parts.filter(Boolean).join(", ");
}

const name = (service) => `${service.name}/${service.env}`;

export function createFleet(host, { announce }) {
  const groups = el("div", { class: "fleet-groups" });
  const log = el("ol", { class: "fleet-log" });
  const empty = el("p", { class: "hint" }, "Nothing was done yet. What the agent does shows up here.");
  host.append(groups, el("h3", {}, "What happened"), empty, log);
  let before = null;
  let fresh = {};
  let turn = 0;

  return function update(fleet, people) {
    if (!fleet?.services || fleet === before) return;
    const changed = changes(before, fleet);
    if (Object.keys(changed).length) {
      turn += 1;
      for (const [key, fields] of Object.entries(changed)) fresh[key] = { turn, fields };
      const words = spoken(changed);
      if (words) announce(words);
    }
    const environments = [...new Set(fleet.services.map((service) => service.env))];
    keyed(groups, environments.map((env) => environment(env, fleet, fresh)));
    keyed(log, fleet.actions.map((action) => logEntry(action, people)));
    empty.hidden = fleet.actions.length > 0;
    before = fleet;
  };
}

function environment(env, fleet, fresh) {
  const services = fleet.services.filter((service) => service.env === env);
  const rows = services.map((service) => [service, fresh[name(service)]]);
  const draw = () => {
    const list = el("ul", { class: "services" });
    list.append(...rows.map(([service, change]) => row(service, change)));
    return el("section", { "aria-label": env }, el("h3", { class: "env" }, env, el("span", { class: "count" }, services.length)), list);
  };
  return { key: env, mark: JSON.stringify(rows), draw };
}

function row(service, change) {
  const replicas = change?.fields.replicas;
  const health = WORDS[service.health] ?? service.health;
  const restarted = service.restarted_at && `restarted ${clockTime(service.restarted_at)}${service.restarts > 1 ? `, ${service.restarts} times` : ""}`;
  return el(
    "li",
    { class: change ? "service changed" : "service", "data-service": name(service) },
    el("span", { class: "service-name" }, service.name),
    el("span", { class: `health health-${service.health in WORDS ? service.health : "degraded"}` }, health),
    el(
      "span",
      { class: "service-facts" },
      el("span", { class: "version" }, service.version),
      el("span", { class: "replicas", title: `${service.replicas} replicas` }, `×${service.replicas}`, replicas && el("span", { class: "was" }, `was ${replicas[0]}`)),
    ),
    el("span", { class: "restarted" }, restarted || ""),
  );
}

function logEntry(action, people) {
  const who = (id) => people.get(id)?.real_name.split(" ")[0] ?? id;
  const { by, approvers = [] } = action.asked ?? {};
  const approved = approvers.length ? `, approved by ${approvers.map(who).join(" and ")}` : "";
  const going = action.ended_at === null;
  return {
    key: String(action.number),
    mark: JSON.stringify([action, people.size]),
    draw: () =>
      el(
        "li",
        { class: going ? "going" : null },
        el("div", { class: "log-head" }, el("span", { class: "log-what" }, `${action.action} ${action.service}`), el("time", {}, clockTime(action.at))),
        el("div", { class: "hint" }, [action.env, action.detail].filter(Boolean).join(" · ")),
        by && el("div", { class: "hint" }, `for ${who(by)}${approved}`),
        going && el("div", { class: "hint" }, "running…"),
      ),
  };
}
