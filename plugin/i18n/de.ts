<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>GISAgentBench</name>
    <message>
      <location filename="../agent/agent_view.py" />
      <source>The agent waits for your approval.</source>
      <translation>Der Agent wartet auf Ihre Zulassung.</translation>
    </message>
    <message>
      <location filename="../agent/agent_view.py" />
      <source>Show</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Reason, if you refuse; the agent is told</source>
      <translation>Begründung, falls abgelehnt wird; der Agent erfährt sie</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Reason</source>
      <translation>Begründung</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Approve</source>
      <translation>Zulassen</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Makes this call</source>
      <translation>Führt diesen Aufruf aus</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Refuse</source>
      <translation>Ablehnen</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>Does not make this call, and tells the agent why</source>
      <translation>Führt diesen Aufruf nicht aus und sagt dem Agenten, warum</translation>
    </message>
    <message>
      <location filename="../agent/approval_bar.py" />
      <source>The agent asks for {tool} with {arguments}</source>
      <translation>Der Agent möchte {tool} aufrufen mit {arguments}</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <source>The agent has finished.</source>
      <translation>Der Agent ist fertig.</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <location filename="../agent/steering.py" />
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Judge</source>
      <translation>Beurteilen</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <source>The call</source>
      <translation>Der Aufruf</translation>
    </message>
    <message>
      <location filename="../agent/ending_news.py" />
      <source>{tool} was running and could only be killed; nothing of it is kept.</source>
      <translation>{tool} lief gerade und konnte nur abgebrochen werden; davon bleibt nichts erhalten.</translation>
    </message>
    <message>
      <location filename="../agent/episode_steps.py" />
      <source>The episode goes on from here</source>
      <translation>Die Episode geht von hier aus weiter</translation>
    </message>
    <message>
      <location filename="../agent/episode_steps.py" />
      <source>QGIS was started again for the tools: {why}</source>
      <translation>QGIS wurde für die Werkzeuge neu gestartet: {why}</translation>
    </message>
    <message>
      <location filename="../agent/episode_steps.py" />
      <source>Limit of {limit}: {used} of {allowed} used</source>
      <translation>Grenze für {limit}: {used} von {allowed} verbraucht</translation>
    </message>
    <message>
      <location filename="../agent/model_key.py" />
      <location filename="../window.py" />
      <source>Options…</source>
      <translation>Optionen…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Pauses after this call</source>
      <translation>Hält nach diesem Aufruf an</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The episode was cut off. It can be continued from the stored episodes.</source>
      <translation>Die Episode wurde unterbrochen. Sie kann über die gespeicherten Episoden fortgesetzt werden.</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The episode was stopped. It can be continued from the stored episodes.</source>
      <translation>Die Episode wurde beendet. Sie kann über die gespeicherten Episoden fortgesetzt werden.</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The episode has ended: {how}.</source>
      <translation>Die Episode ist beendet: {how}.</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Starting QGIS for {tool}…</source>
      <translation>QGIS wird für {tool} gestartet…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Running {tool}</source>
      <translation>{tool} läuft</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Starting…</source>
      <translation>Wird gestartet…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>The agent chooses…</source>
      <translation>Der Agent wählt aus…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Paused</source>
      <translation>Angehalten</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Waits for your approval</source>
      <translation>Wartet auf Zulassung</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>Stopping…</source>
      <translation>Wird beendet…</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>{n} call</source>
      <translation>{n} Aufruf</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>{n} calls</source>
      <translation>{n} Aufrufe</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <source>{n} failed</source>
      <translation>{n} fehlgeschlagen</translation>
    </message>
    <message>
      <location filename="../agent/state_words.py" />
      <location filename="../agent/step_page.py" />
      <source>{count} tokens</source>
      <translation>{count} Token</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Pause</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Pauses before the next call; the running one goes on to its end</source>
      <translation>Hält vor dem nächsten Aufruf an; der laufende wird noch zu Ende geführt</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../agent/step_table.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Makes one call, then pauses</source>
      <translation>Führt einen Aufruf aus und hält dann an</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Stop</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Ends the episode; a call that is running can only be killed</source>
      <translation>Beendet die Episode; ein laufender Aufruf kann nur abgebrochen werden</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Approve each step</source>
      <translation>Jeden Schritt zulassen</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Asks you before every call</source>
      <translation>Fragt vor jedem Aufruf nach</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>State after the step</source>
      <translation>Zustand nach dem Schritt</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Shows the layers that were there after the chosen step, and no others</source>
      <translation>Zeigt die Layer, die es nach dem gewählten Schritt gab, und keine anderen</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Scores the episode against the reference</source>
      <translation>Vergleicht die Episode mit der Referenz</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Take as a trace</source>
      <translation>Als Aufzeichnung übernehmen</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Takes the steps as a trace that you can correct</source>
      <translation>Übernimmt die Schritte als Aufzeichnung, die sich korrigieren lässt</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../agent/stored_list.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Stored episodes</source>
      <translation>Gespeicherte Episoden</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Lists the episodes on disk: look at one, or go on with it</source>
      <translation>Listet die gespeicherten Episoden auf: ansehen oder fortsetzen</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Resume</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Goes on</source>
      <translation>Macht weiter</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Run</source>
      <translation>Starten</translation>
    </message>
    <message>
      <location filename="../agent/steering.py" />
      <source>Gives the task to the agent</source>
      <translation>Gibt dem Agenten die Aufgabe</translation>
    </message>
    <message>
      <location filename="../agent/step_copying.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Copy as Python</source>
      <translation>Als Python kopieren</translation>
    </message>
    <message>
      <location filename="../agent/step_copying.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Copy as qgis_process command</source>
      <translation>Als qgis_process-Befehl kopieren</translation>
    </message>
    <message>
      <location filename="../agent/step_copying.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Copy as JSON</source>
      <translation>Als JSON kopieren</translation>
    </message>
    <message>
      <location filename="../agent/step_page.py" />
      <source>This call is running.</source>
      <translation>Dieser Aufruf läuft.</translation>
    </message>
    <message>
      <location filename="../agent/step_page.py" />
      <source>{time} in the tool, {engine} of it in the engine</source>
      <translation>{time} im Werkzeug, davon {engine} in der Rechenbibliothek</translation>
    </message>
    <message>
      <location filename="../agent/step_page.py" />
      <source>{time} to choose it</source>
      <translation>{time} für die Wahl</translation>
    </message>
    <message>
      <location filename="../agent/step_pane.py" />
      <location filename="../judge/judge_view.py" />
      <source>Steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <location filename="../agent/step_pane.py" />
      <source>The chosen step</source>
      <translation>Der gewählte Schritt</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <location filename="../trace/step_page.py" />
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>Time</source>
      <translation>Zeit</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>Tokens</source>
      <translation>Token</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>Cost</source>
      <translation>Kosten</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <source>answer</source>
      <translation>Antwort</translation>
    </message>
    <message>
      <location filename="../agent/step_table.py" />
      <location filename="../agent/stored_list.py" />
      <source>running</source>
      <translation>läuft</translation>
    </message>
    <message>
      <location filename="../agent/stored_episodes.py" />
      <source>An episode is under way. Stop it before you open another one.</source>
      <translation>Eine Episode läuft gerade. Sie muss beendet werden, bevor eine andere geöffnet wird.</translation>
    </message>
    <message>
      <location filename="../agent/stored_episodes.py" />
      <source>The episode of {agent} at {task} was not finished.</source>
      <translation>Die Episode von {agent} zu {task} wurde nicht beendet.</translation>
    </message>
    <message>
      <location filename="../agent/stored_episodes.py" />
      <location filename="../agent/stored_list.py" />
      <source>Continue</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>finished</source>
      <translation>fertig</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>stopped</source>
      <translation>beendet</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>stopped by a fault</source>
      <translation>durch einen Fehler beendet</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>refused</source>
      <translation>abgelehnt</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>empty answer</source>
      <translation>leere Antwort</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>stopped by the filter of the endpoint</source>
      <translation>vom Filter des Endpunkts angehalten</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>too long for the model</source>
      <translation>zu lang für das Modell</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>a parameter was refused</source>
      <translation>ein Parameter wurde abgelehnt</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of calls</source>
      <translation>zu viele Aufrufe</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of turns</source>
      <translation>zu viele Antworten</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of tokens</source>
      <translation>zu viele Token</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of money</source>
      <translation>Kostengrenze erreicht</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>out of time</source>
      <translation>Zeit abgelaufen</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <location filename="../agent/task_form.py" />
      <location filename="../browser/task_tree.py" />
      <location filename="../judge/file_form.py" />
      <source>Task</source>
      <translation>Aufgabe</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <location filename="../agent/task_form.py" />
      <location filename="../judge/step_list.py" />
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Agent</source>
      <translation>Agent</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Outcome</source>
      <translation>Ausgang</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <location filename="../trace/past_run_model.py" />
      <source>When</source>
      <translation>Wann</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Goes on where the episode was left, in the same folder</source>
      <translation>Macht dort weiter, wo die Episode unterbrochen wurde, im selben Ordner</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>Refresh</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>unfinished</source>
      <translation>nicht beendet</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>cannot be read</source>
      <translation>nicht lesbar</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>right</source>
      <translation>richtig</translation>
    </message>
    <message>
      <location filename="../agent/stored_list.py" />
      <source>wrong</source>
      <translation>falsch</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>None chosen</source>
      <translation>Keine gewählt</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>Choose another task</source>
      <translation>Andere Aufgabe wählen</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>Set up endpoints and models</source>
      <translation>Endpunkte und Modelle einrichten</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>None is set up yet</source>
      <translation>Noch keines eingerichtet</translation>
    </message>
    <message>
      <location filename="../agent/task_form.py" />
      <source>The button beside opens the options.</source>
      <translation>Die Schaltfläche daneben öffnet die Optionen.</translation>
    </message>
    <message>
      <location filename="../browser/empty_page.py" />
      <location filename="../browser/task_browser.py" />
      <source>Open a pack (folder or zip)</source>
      <translation>Paket öffnen (Ordner oder ZIP)</translation>
    </message>
    <message>
      <location filename="../browser/empty_page.py" />
      <source>Looking for packs of tasks…</source>
      <translation>Aufgabenpakete werden gesucht…</translation>
    </message>
    <message>
      <location filename="../browser/empty_page.py" />
      <source>There is no pack of tasks yet. The demo pack is the second file of the download of this plugin: {file}</source>
      <translation>Es gibt noch kein Aufgabenpaket. Das Demopaket ist die zweite Datei, die mit dieser Erweiterung heruntergeladen wird: {file}</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Search titles, prompts, caveats, data…</source>
      <translation>Titel, Aufträge, Fallstricke, Daten durchsuchen…</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Search tasks</source>
      <translation>Aufgaben suchen</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Lists tasks of one family</source>
      <translation>Zeigt die Aufgaben einer Familie</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Lists tasks of one area</source>
      <translation>Zeigt die Aufgaben eines Gebiets</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>Lists tasks with one caveat</source>
      <translation>Zeigt die Aufgaben mit einem Fallstrick</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>All families</source>
      <translation>Alle Familien</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>All areas</source>
      <translation>Alle Gebiete</translation>
    </message>
    <message>
      <location filename="../browser/filter_row.py" />
      <source>All caveats</source>
      <translation>Alle Fallstricke</translation>
    </message>
    <message>
      <location filename="../browser/open_menu.py" />
      <source>Folder…</source>
      <translation>Ordner…</translation>
    </message>
    <message>
      <location filename="../browser/open_menu.py" />
      <source>Zip file…</source>
      <translation>ZIP-Datei…</translation>
    </message>
    <message>
      <location filename="../browser/pack_listing.py" />
      <source>Replace it</source>
      <translation>Ersetzen</translation>
    </message>
    <message>
      <location filename="../browser/pack_listing.py" />
      <source>{pack}: {n} task</source>
      <translation>{pack}: {n} Aufgabe</translation>
    </message>
    <message>
      <location filename="../browser/pack_listing.py" />
      <source>{pack}: {n} tasks</source>
      <translation>{pack}: {n} Aufgaben</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Tasks</source>
      <translation>Aufgaben</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Prompt and contract</source>
      <translation>Auftrag und Vorgaben</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Look for packs again</source>
      <translation>Pakete erneut suchen</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Add the inputs of the task to the map</source>
      <translation>Eingaben der Aufgabe zur Karte hinzufügen</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Give the task to an agent</source>
      <translation>Aufgabe einem Agenten geben</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Open the reference of the task as a trace</source>
      <translation>Referenz der Aufgabe als Aufzeichnung öffnen</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Open the folder of a pack</source>
      <translation>Ordner eines Pakets öffnen</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Open the zip of a pack</source>
      <translation>ZIP-Datei eines Pakets öffnen</translation>
    </message>
    <message>
      <location filename="../browser/task_browser.py" />
      <source>Packs</source>
      <translation>Pakete</translation>
    </message>
    <message>
      <location filename="../browser/task_inputs.py" />
      <source>inputs of {task}</source>
      <translation>Eingaben von {task}</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Inputs</source>
      <translation>Eingaben</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>{n} call in the reference</source>
      <translation>{n} Aufruf in der Referenz</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>{n} calls in the reference</source>
      <translation>{n} Aufrufe in der Referenz</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Caveats</source>
      <translation>Fallstricke</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>What is given</source>
      <translation>Gegeben</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>What is asked for</source>
      <translation>Verlangt</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Constraints</source>
      <translation>Bedingungen</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Contract of {file}</source>
      <translation>Vorgaben für {file}</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <location filename="../judge/findings_model.py" />
      <location filename="../trace/contract_columns.py" />
      <source>Column</source>
      <translation>Spalte</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <location filename="../trace/contract_columns.py" />
      <source>Type</source>
      <translation>Typ</translation>
    </message>
    <message>
      <location filename="../browser/task_page.py" />
      <source>Compared</source>
      <translation>Verglichen</translation>
    </message>
    <message>
      <location filename="../browser/task_tree.py" />
      <source>Area</source>
      <translation>Gebiet</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>The file can be read</source>
      <translation>Die Datei ist lesbar</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>The layer is there</source>
      <translation>Der Layer ist vorhanden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>The CRS is the one asked for</source>
      <translation>Das KBS ist das verlangte</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>It lies where the reference lies</source>
      <translation>Sie liegt dort, wo die Referenz liegt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Shapes are of the type asked for</source>
      <translation>Geometrien sind vom verlangten Typ</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Single or multi parts as asked for</source>
      <translation>Ein- oder mehrteilig wie verlangt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Z and M values as asked for</source>
      <translation>Z- und M-Werte wie verlangt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>All columns are there</source>
      <translation>Alle Spalten sind vorhanden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Columns are of the types asked for</source>
      <translation>Spalten sind von den verlangten Typen</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Every identifier stands once</source>
      <translation>Jeder Schlüssel kommt einmal vor</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Rows are in order</source>
      <translation>Zeilen stehen in der richtigen Reihenfolge</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>No row is missing and none left over</source>
      <translation>Keine Zeile fehlt und keine ist zu viel</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Values are within tolerance</source>
      <translation>Werte liegen innerhalb der Toleranz</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Shapes are within tolerance</source>
      <translation>Geometrien liegen innerhalb der Toleranz</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>All conditions hold</source>
      <translation>Alle Bedingungen sind erfüllt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Cells lie where they should</source>
      <translation>Zellen liegen dort, wo sie sollen</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Columns and rows as asked for</source>
      <translation>Spalten und Zeilen wie verlangt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>As many bands as asked for</source>
      <translation>So viele Kanäle wie verlangt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Cells are of the type asked for</source>
      <translation>Zellen sind vom verlangten Typ</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>NoData is marked as asked for</source>
      <translation>Der Leerwert ist wie verlangt gekennzeichnet</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>NoData lies where it should</source>
      <translation>Leerwerte liegen dort, wo sie sollen</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Checks in words</source>
      <translation>Prüfungen in Worten</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Likely cause</source>
      <translation>Wahrscheinliche Ursache</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} check failed</source>
      <translation>{n} Prüfung nicht bestanden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} checks failed</source>
      <translation>{n} Prüfungen nicht bestanden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Not run</source>
      <translation>Nicht ausgeführt</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} check passed</source>
      <translation>{n} Prüfung bestanden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>{n} checks passed</source>
      <translation>{n} Prüfungen bestanden</translation>
    </message>
    <message>
      <location filename="../judge/check_list.py" />
      <source>Figures</source>
      <translation>Kennzahlen</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>Layers and tables</source>
      <translation>Layer und Tabellen</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>All files</source>
      <translation>Alle Dateien</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>Score this file</source>
      <translation>Diese Datei bewerten</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <location filename="../judge/layer_opening.py" />
      <location filename="../judge/map_views.py" />
      <location filename="../trace/contract_form.py" />
      <source>Output</source>
      <translation>Ausgabe</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <location filename="../trace/contract_form.py" />
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <location filename="../judge/file_form.py" />
      <source>Choose a task in the task browser first.</source>
      <translation>Zuerst im Aufgabenbrowser eine Aufgabe wählen.</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Difference</source>
      <translation>Unterschied</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Row</source>
      <translation>Zeile</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Expected</source>
      <translation>Erwartet</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>Found</source>
      <translation>Gefunden</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>done</source>
      <translation>erledigt</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>ignored</source>
      <translation>ignoriert</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>{row}: {kind} ({values})</source>
      <translation>{row}: {kind} ({values})</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>expected {expected}, found {found}</source>
      <translation>erwartet {expected}, gefunden {found}</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>{row}, {column}: {values}</source>
      <translation>{row}, {column}: {values}</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>whole row</source>
      <translation>ganze Zeile</translation>
    </message>
    <message>
      <location filename="../judge/findings_model.py" />
      <source>shape</source>
      <translation>Geometrie</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <location filename="../judge/judge_view.py" />
      <source>Differences</source>
      <translation>Unterschiede</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Which differences are listed</source>
      <translation>Welche Unterschiede aufgelistet sind</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Previous difference without a mark</source>
      <translation>Voriger Unterschied ohne Vermerk</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Next difference without a mark</source>
      <translation>Nächster Unterschied ohne Vermerk</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Mark as done and go on</source>
      <translation>Als erledigt vermerken und weiter</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>Mark as ignored and go on</source>
      <translation>Als ignoriert vermerken und weiter</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>List only differences without a mark</source>
      <translation>Nur Unterschiede ohne Vermerk auflisten</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>{n} difference</source>
      <translation>{n} Unterschied</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>All {n} differences</source>
      <translation>Alle {n} Unterschiede</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>No differences</source>
      <translation>Keine Unterschiede</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>The worst one</source>
      <translation>Der größte</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>The {n} worst</source>
      <translation>Die {n} größten</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>{kind} ({n})</source>
      <translation>{kind} ({n})</translation>
    </message>
    <message>
      <location filename="../judge/findings_table.py" />
      <source>{n} marked</source>
      <translation>{n} vermerkt</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>Scoring {what}…</source>
      <translation>{what} wird bewertet…</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>Checks</source>
      <translation>Prüfungen</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>GISAgentBench differences: {task}</source>
      <translation>GISAgentBench-Unterschiede: {task}</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>A file has no steps; choose an episode or a trace.</source>
      <translation>Eine Datei hat keine Schritte; eine Episode oder Aufzeichnung wählen.</translation>
    </message>
    <message>
      <location filename="../judge/judge_view.py" />
      <source>Comparing steps…</source>
      <translation>Schritte werden verglichen…</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>repeated</source>
      <translation>doppelt</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>missing</source>
      <translation>fehlt</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>extra</source>
      <translation>überzählig</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>moved or reshaped</source>
      <translation>verschoben oder verformt</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>wrong value</source>
      <translation>falscher Wert</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>wrong cell</source>
      <translation>falsche Zelle</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>the same</source>
      <translation>gleich</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Extra rows</source>
      <translation>Überzählige Zeilen</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Missing rows</source>
      <translation>Fehlende Zeilen</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Moved or reshaped</source>
      <translation>Verschoben oder verformt</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Where they should be</source>
      <translation>Wo sie sein sollten</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Wrong values</source>
      <translation>Falsche Werte</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>The same</source>
      <translation>Gleich</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Wrong cells and mask</source>
      <translation>Falsche Zellen und Maske</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>Output minus reference</source>
      <translation>Ausgabe minus Referenz</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>same</source>
      <translation>gleich</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>too high</source>
      <translation>zu hoch</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>value where none should be</source>
      <translation>Wert, wo keiner sein sollte</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>value missing</source>
      <translation>Wert fehlt</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>wrong class</source>
      <translation>falsche Klasse</translation>
    </message>
    <message>
      <location filename="../judge/kinds.py" />
      <source>too low</source>
      <translation>zu niedrig</translation>
    </message>
    <message>
      <location filename="../judge/layer_opening.py" />
      <source>Opening difference layers</source>
      <translation>Unterschiedslayer werden geöffnet</translation>
    </message>
    <message>
      <location filename="../judge/layer_opening.py" />
      <location filename="../judge/legend_list.py" />
      <location filename="../judge/map_views.py" />
      <location filename="../judge/step_list.py" />
      <source>Reference</source>
      <translation>Referenz</translation>
    </message>
    <message>
      <location filename="../judge/layer_opening.py" />
      <location filename="../judge/legend_list.py" />
      <source>Rings around wrong cells</source>
      <translation>Ringe um falsche Zellen</translation>
    </message>
    <message>
      <location filename="../judge/legend_list.py" />
      <source>Legend of the difference layers</source>
      <translation>Legende der Unterschiedslayer</translation>
    </message>
    <message>
      <location filename="../judge/legend_list.py" />
      <location filename="../judge/map_views.py" />
      <source>Output of the agent</source>
      <translation>Ausgabe des Agenten</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Show the difference layers on the map</source>
      <translation>Unterschiedslayer in der Karte anzeigen</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Zoom to all differences</source>
      <translation>Auf alle Unterschiede zoomen</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Swipe between output and reference (T turns the line, Esc ends)</source>
      <translation>Zwischen Ausgabe und Referenz wischen (T dreht die Linie, Esc beendet)</translation>
    </message>
    <message>
      <location filename="../judge/map_views.py" />
      <source>Show the reference on a second map beside this one</source>
      <translation>Referenz in einer zweiten Karte daneben anzeigen</translation>
    </message>
    <message>
      <location filename="../judge/mark_keeping.py" />
      <source>The mark could not be stored and ends with this window: {why}</source>
      <translation>Der Vermerk konnte nicht gespeichert werden und gilt nur, solange dieses Fenster offen ist: {why}</translation>
    </message>
    <message>
      <location filename="../judge/mark_keeping.py" />
      <source>{why}; it is kept as {name}.</source>
      <translation>{why}; sie wird als {name} aufbewahrt.</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>First divergence</source>
      <translation>Erste Abweichung</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>Steps of reference and agent</source>
      <translation>Schritte von Referenz und Agent</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>Arguments of the chosen steps</source>
      <translation>Argumente der gewählten Schritte</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>Refused: {why}</source>
      <translation>Abgelehnt: {why}</translation>
    </message>
    <message>
      <location filename="../judge/step_list.py" />
      <source>All steps together</source>
      <translation>Alle Schritte zusammen</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Choose an episode or a trace</source>
      <translation>Episode oder Aufzeichnung wählen</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Episode or trace that is judged</source>
      <translation>Beurteilte Episode oder Aufzeichnung</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Previous result without a mark</source>
      <translation>Voriges Ergebnis ohne Vermerk</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <location filename="../panel/shortcuts.py" />
      <source>Next result without a mark</source>
      <translation>Nächstes Ergebnis ohne Vermerk</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Mark this result as done</source>
      <translation>Dieses Ergebnis als erledigt vermerken</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Mark this result as ignored</source>
      <translation>Dieses Ergebnis als ignoriert vermerken</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Read the list and score again</source>
      <translation>Liste neu einlesen und erneut bewerten</translation>
    </message>
    <message>
      <location filename="../judge/subject_bar.py" />
      <source>Score a file for the task of the task browser</source>
      <translation>Eine Datei für die Aufgabe im Aufgabenbrowser bewerten</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Output that is looked at</source>
      <translation>Betrachtete Ausgabe</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Choose an episode, a trace or a file to judge.</source>
      <translation>Eine Episode, eine Aufzeichnung oder eine Datei zum Beurteilen wählen.</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Not judged</source>
      <translation>Nicht beurteilt</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Right: the one check passed</source>
      <translation>Richtig: die eine Prüfung ist bestanden</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Right: all {n} checks passed</source>
      <translation>Richtig: alle {n} Prüfungen sind bestanden</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Wrong: {files} was not written</source>
      <translation>Falsch: {files} wurde nicht geschrieben</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Wrong: {failed} of {n} check failed</source>
      <translation>Falsch: {failed} von {n} Prüfung nicht bestanden</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Wrong: {failed} of {n} checks failed</source>
      <translation>Falsch: {failed} von {n} Prüfungen nicht bestanden</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Quantitative closeness {share}</source>
      <translation>Zahlenmäßige Nähe {share}</translation>
    </message>
    <message>
      <location filename="../judge/verdict_box.py" />
      <source>Rows: {words}</source>
      <translation>Zeilen: {words}</translation>
    </message>
    <message>
      <location filename="../panel/answer_handing.py" />
      <source>The service gave an answer that is none.</source>
      <translation>Der Dienst gab eine Antwort, die keine ist.</translation>
    </message>
    <message>
      <location filename="../panel/dock.py" />
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Trace</source>
      <translation>Aufzeichnung</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such tool</source>
      <translation>Dieses Werkzeug gibt es nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such argument</source>
      <translation>Dieses Argument gibt es nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Something is missing</source>
      <translation>Es fehlt eine Angabe</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A value is of the wrong type</source>
      <translation>Ein Wert ist von falschem Typ</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A value cannot be used</source>
      <translation>Ein Wert ist nicht brauchbar</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such layer</source>
      <translation>Diesen Layer gibt es nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such field</source>
      <translation>Dieses Feld gibt es nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>There is no such band</source>
      <translation>Diesen Kanal gibt es nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A file is not there</source>
      <translation>Eine Datei ist nicht da</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A format does not fit</source>
      <translation>Ein Format passt nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It is not clear which layer is meant</source>
      <translation>Es ist nicht klar, welcher Layer gemeint ist</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A layer has no CRS</source>
      <translation>Ein Layer hat kein KBS</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Layers differ in their CRS</source>
      <translation>Layer haben verschiedene KBS</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A CRS is not fit for this</source>
      <translation>Ein KBS taugt dafür nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Rasters differ in their grids</source>
      <translation>Raster haben verschiedene Gitter</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A grid is not fit for this</source>
      <translation>Ein Gitter taugt dafür nicht</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A geometry is not valid</source>
      <translation>Eine Geometrie ist ungültig</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Geometries are of the wrong type</source>
      <translation>Geometrien sind von falschem Typ</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Keys do not match</source>
      <translation>Schlüssel passen nicht zueinander</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>An expression is not valid</source>
      <translation>Ein Ausdruck ist ungültig</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>An expression is not allowed</source>
      <translation>Ein Ausdruck ist nicht erlaubt</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A limit is exceeded</source>
      <translation>Eine Grenze ist überschritten</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It took too long</source>
      <translation>Es hat zu lange gedauert</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It was stopped</source>
      <translation>Es wurde angehalten</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A path leads out of the workspace</source>
      <translation>Ein Pfad führt aus dem Arbeitsbereich hinaus</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>It is there already</source>
      <translation>Es ist schon da</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>The disk is full</source>
      <translation>Der Datenträger ist voll</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A document cannot be read</source>
      <translation>Ein Dokument ist nicht lesbar</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>A package is missing</source>
      <translation>Ein Paket fehlt</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>Nothing was written</source>
      <translation>Nichts wurde geschrieben</translation>
    </message>
    <message>
      <location filename="../panel/fault_text.py" />
      <source>An engine failed</source>
      <translation>Ein Rechenkern ist gescheitert</translation>
    </message>
    <message>
      <location filename="../panel/help_opening.py" />
      <source>Help (F1)</source>
      <translation>Hilfe (F1)</translation>
    </message>
    <message>
      <location filename="../panel/help_opening.py" />
      <location filename="../window.py" />
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>Copy the commands</source>
      <translation>Befehle kopieren</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>Hide this note</source>
      <translation>Diesen Hinweis ausblenden</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>{n} package is missing; what does not need it works.</source>
      <translation>{n} Paket fehlt; was es nicht braucht, funktioniert.</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>{n} packages are missing; what needs none of them works.</source>
      <translation>{n} Pakete fehlen; was keines davon braucht, funktioniert.</translation>
    </message>
    <message>
      <location filename="../panel/missing_note.py" />
      <source>To get them, type this in a terminal, then restart QGIS:</source>
      <translation>Um sie zu erhalten, dies in einem Terminal eingeben und QGIS neu starten:</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>It wrote {what}.</source>
      <translation>Er schrieb {what}.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>{n} lines are left out.</source>
      <translation>{n} Zeilen sind ausgelassen.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>It ended with status {status}.</source>
      <translation>Er endete mit Status {status}.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>It crashed or was killed.</source>
      <translation>Er ist abgestürzt oder wurde abgebrochen.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>{program} could not be started.</source>
      <translation>{program} konnte nicht gestartet werden.</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>The service of the panel is gone. {why}</source>
      <translation>Der Dienst des Bedienfelds ist ausgefallen. {why}</translation>
    </message>
    <message>
      <location filename="../panel/service_client.py" />
      <source>The next action starts a new one.</source>
      <translation>Die nächste Aktion startet einen neuen.</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <source>Record</source>
      <translation>Aufzeichnen</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Add a step: choose its tool…</source>
      <translation>Schritt hinzufügen: Werkzeug wählen…</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Run from the chosen step</source>
      <translation>Ab dem gewählten Schritt ausführen</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Stop the running call; it is killed</source>
      <translation>Laufenden Aufruf beenden; er wird abgebrochen</translation>
    </message>
    <message>
      <location filename="../panel/shortcuts.py" />
      <location filename="../trace/trace_bar.py" />
      <source>Save as reference.json…</source>
      <translation>Als reference.json speichern…</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>This is no key: it has spaces or letters beyond ASCII, or is too long.</source>
      <translation>Das ist kein Schlüssel: Er enthält Leerzeichen oder Zeichen außerhalb von ASCII oder ist zu lang.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>Paste the key alone.</source>
      <translation>Nur den Schlüssel selbst einfügen.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The key was not stored, since the master password was not given.</source>
      <translation>Der Schlüssel wurde nicht gespeichert, weil das Hauptkennwort nicht eingegeben wurde.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>QGIS could not store the key.</source>
      <translation>QGIS konnte den Schlüssel nicht speichern.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The log panel of QGIS says why.</source>
      <translation>Der Grund steht im Protokollfenster von QGIS.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>Settings ▸ Options ▸ GISAgentBench</source>
      <translation>Einstellungen ▸ Optionen ▸ GISAgentBench</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The key is locked.</source>
      <translation>Der Schlüssel ist gesperrt.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>QGIS asks for the master password as soon as the key is used.</source>
      <translation>QGIS fragt nach dem Hauptkennwort, sobald der Schlüssel verwendet wird.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The stored key is gone from QGIS's authentication database.</source>
      <translation>Der gespeicherte Schlüssel ist nicht mehr in der Authentifizierungsdatenbank von QGIS.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>This endpoint needs a key.</source>
      <translation>Dieser Endpunkt verlangt einen Schlüssel.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>Store it under {page}.</source>
      <translation>Er wird unter {page} gespeichert.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>QGIS's authentication database cannot be used, so there is no key.</source>
      <translation>Die Authentifizierungsdatenbank von QGIS ist nicht nutzbar, daher gibt es keinen Schlüssel.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>The authentication configuration holds no key, or the master password does not fit it.</source>
      <translation>Die Authentifizierungskonfiguration enthält keinen Schlüssel, oder das Hauptkennwort passt nicht dazu.</translation>
    </message>
    <message>
      <location filename="../settings/auth_keys.py" />
      <source>It must be of the kind “API Header” with Authorization, or “Basic authentication”.</source>
      <translation>Sie muss von der Art „API-Kopf“ mit Authorization oder „Einfache Authentifizierung“ sein.</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Test connection</source>
      <translation>Verbindung testen</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>There is no endpoint.</source>
      <translation>Es gibt keinen Endpunkt.</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Asking {model}…</source>
      <translation>{model} wird gefragt…</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Asking for the models…</source>
      <translation>Modelle werden abgefragt…</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>Stop the test</source>
      <translation>Test beenden</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>It lists {n} model.</source>
      <translation>Er führt {n} Modell auf.</translation>
    </message>
    <message>
      <location filename="../settings/connection_form.py" />
      <source>It lists {n} models.</source>
      <translation>Er führt {n} Modelle auf.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint.py" />
      <source>on this computer, no key</source>
      <translation>auf diesem Rechner, ohne Schlüssel</translation>
    </message>
    <message>
      <location filename="../settings/endpoint.py" />
      <source>needs a key</source>
      <translation>verlangt einen Schlüssel</translation>
    </message>
    <message>
      <location filename="../settings/endpoint.py" />
      <source>The key goes to {host} unencrypted: whoever is on the way can read it. Use https://, or a tunnel.</source>
      <translation>Der Schlüssel geht unverschlüsselt an {host}: Wer auf dem Weg sitzt, kann ihn lesen. Verwenden Sie https:// oder einen Tunnel.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_draft.py" />
      <source>An endpoint needs a name; it was not changed.</source>
      <translation>Ein Endpunkt braucht einen Namen; er wurde nicht geändert.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_draft.py" />
      <source>There are two endpoints named “{name}”; the second was not changed.</source>
      <translation>Es gibt zwei Endpunkte namens „{name}“; der zweite wurde nicht geändert.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_draft.py" />
      <source>The base URL begins with http:// or https:// and goes up to /chat/completions, without it.</source>
      <translation>Die Basis-URL beginnt mit http:// oder https:// und reicht bis vor /chat/completions.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>No key</source>
      <translation>Kein Schlüssel</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Gone ({id})</source>
      <translation>Nicht mehr vorhanden ({id})</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>The key will be stored in QGIS's authentication database, not in the settings.</source>
      <translation>Der Schlüssel wird in der Authentifizierungsdatenbank von QGIS gespeichert, nicht in den Einstellungen.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>The key is stored in QGIS's authentication database.</source>
      <translation>Der Schlüssel liegt in der Authentifizierungsdatenbank von QGIS.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>This endpoint needs a key: type it here, or choose one that is stored.</source>
      <translation>Dieser Endpunkt verlangt einen Schlüssel: hier eingeben oder einen gespeicherten wählen.</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>New key</source>
      <translation>Neuer Schlüssel</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Name of a model</source>
      <translation>Name eines Modells</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Authentication configurations of QGIS, where keys are stored encrypted</source>
      <translation>Authentifizierungskonfigurationen von QGIS, in denen Schlüssel verschlüsselt gespeichert sind</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Add the model</source>
      <translation>Modell hinzufügen</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Remove the chosen model</source>
      <translation>Gewähltes Modell entfernen</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Base URL</source>
      <translation>Basis-URL</translation>
    </message>
    <message>
      <location filename="../settings/endpoint_form.py" />
      <source>Key</source>
      <translation>Schlüssel</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Endpoints</source>
      <translation>Endpunkte</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>No endpoint yet. Add one to let a language model work on tasks.</source>
      <translation>Noch kein Endpunkt. Einen hinzufügen, damit ein Sprachmodell Aufgaben bearbeiten kann.</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Add an endpoint</source>
      <translation>Endpunkt hinzufügen</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Remove the endpoint</source>
      <translation>Endpunkt entfernen</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>Other endpoint…</source>
      <translation>Anderer Endpunkt…</translation>
    </message>
    <message>
      <location filename="../settings/endpoints_form.py" />
      <source>New endpoint</source>
      <translation>Neuer Endpunkt</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Folders of packs</source>
      <translation>Ordner mit Paketen</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Folder of runs</source>
      <translation>Ordner der Läufe</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Python interpreter</source>
      <translation>Python-Interpreter</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>The one that belongs to this QGIS</source>
      <translation>Der zu diesem QGIS gehörende</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Keep layers of episodes when the panel is closed</source>
      <translation>Layer von Episoden beim Schließen des Bedienfelds behalten</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Add a folder of packs</source>
      <translation>Ordner mit Paketen hinzufügen</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Remove the chosen folder</source>
      <translation>Gewählten Ordner entfernen</translation>
    </message>
    <message>
      <location filename="../settings/folders_form.py" />
      <source>Folder of packs</source>
      <translation>Ordner mit Paketen</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Tool calls</source>
      <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Answers of the model</source>
      <translation>Antworten des Modells</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Tokens, sent and answered</source>
      <translation>Token, gesendet und geantwortet</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Cost by list price</source>
      <translation>Kosten nach Listenpreis</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>US dollars</source>
      <translation>US-Dollar</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of the whole episode</source>
      <translation>Zeit der ganzen Episode</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time inside tool calls</source>
      <translation>Zeit in Werkzeugaufrufen</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of one tool call</source>
      <translation>Zeit eines Werkzeugaufrufs</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of one answer of the model</source>
      <translation>Zeit einer Antwort des Modells</translation>
    </message>
    <message>
      <location filename="../settings/limits.py" />
      <source>Time of a test of a connection</source>
      <translation>Zeit eines Verbindungstests</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Refuse the call</source>
      <translation>Aufruf ablehnen</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Warn and go on</source>
      <translation>Warnen und fortfahren</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Go on without a word</source>
      <translation>Ohne Hinweis fortfahren</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>Guards look for mixed CRSs, degrees used as metres, invalid geometry and the like</source>
      <translation>Schutzprüfungen suchen nach gemischten KBS, Grad statt Metern, ungültigen Geometrien und Ähnlichem</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>When a guard finds something</source>
      <translation>Wenn eine Schutzprüfung etwas findet</translation>
    </message>
    <message>
      <location filename="../settings/limits_form.py" />
      <source>no limit</source>
      <translation>keine Grenze</translation>
    </message>
    <message>
      <location filename="../settings/options_page.py" />
      <source>Language models</source>
      <translation>Sprachmodelle</translation>
    </message>
    <message>
      <location filename="../settings/options_page.py" />
      <source>Limits of an episode</source>
      <translation>Grenzen einer Episode</translation>
    </message>
    <message>
      <location filename="../settings/options_page.py" />
      <source>Folders and programs</source>
      <translation>Ordner und Programme</translation>
    </message>
    <message>
      <location filename="../trace/argument_drafts.py" />
      <source>Step {steps} has changes of its arguments that are not applied.</source>
      <translation>Schritt {steps} hat geänderte Argumente, die nicht angewendet sind.</translation>
    </message>
    <message>
      <location filename="../trace/argument_drafts.py" />
      <source>Steps {steps} have changes of their arguments that are not applied.</source>
      <translation>Die Schritte {steps} haben geänderte Argumente, die nicht angewendet sind.</translation>
    </message>
    <message>
      <location filename="../trace/argument_form.py" />
      <source>There is no such tool; its arguments stand under JSON.</source>
      <translation>Dieses Werkzeug gibt es nicht; seine Argumente stehen unter JSON.</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <source>required</source>
      <translation>erforderlich</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <source>left out</source>
      <translation>weggelassen</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <location filename="../trace/input_choice.py" />
      <source>Yes</source>
      <translation>Ja</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <location filename="../trace/input_choice.py" />
      <source>No</source>
      <translation>Nein</translation>
    </message>
    <message>
      <location filename="../trace/argument_inputs.py" />
      <source>left out: {default}</source>
      <translation>weggelassen: {default}</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Edit the arguments as JSON, as an agent sends them</source>
      <translation>Argumente als JSON bearbeiten, so wie ein Agent sie sendet</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>JSON</source>
      <translation>JSON</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Apply</source>
      <translation>Anwenden</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Change the step; it and the steps after it wait to be run.</source>
      <translation>Den Schritt ändern; er und die folgenden Schritte warten dann auf die Ausführung.</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Apply and run</source>
      <translation>Anwenden und ausführen</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Change the step, and run it and the steps after it.</source>
      <translation>Den Schritt ändern und ihn und die folgenden Schritte ausführen.</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Take the changes of the arguments back</source>
      <translation>Änderungen der Argumente zurücknehmen</translation>
    </message>
    <message>
      <location filename="../trace/arguments_editor.py" />
      <source>Take back</source>
      <translation>Zurücknehmen</translation>
    </message>
    <message>
      <location filename="../trace/call_queue.py" />
      <source>{run} was not recorded: of its layer "{layer}" {why}.</source>
      <translation>{run} wurde nicht aufgezeichnet: zu seinem Layer "{layer}": {why}.</translation>
    </message>
    <message>
      <location filename="../trace/call_queue.py" />
      <source>{run} ran in QGIS, but not as a step of the trace: {why}</source>
      <translation>{run} lief in QGIS, aber nicht als Schritt der Aufzeichnung: {why}</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>Asked for</source>
      <translation>Verlangt</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>Role</source>
      <translation>Rolle</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>Identifies</source>
      <translation>Schlüssel</translation>
    </message>
    <message>
      <location filename="../trace/contract_columns.py" />
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Contract of an output</source>
      <translation>Vorgaben für eine Ausgabe</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Why the tolerances are what they are: what a right alternative differs by, and what a wrong one does.</source>
      <translation>Warum die Toleranzen so sind: worin eine richtige Alternative abweicht und worin eine falsche.</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Columns of the output</source>
      <translation>Spalten der Ausgabe</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Layer</source>
      <translation>Layer</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>CRS</source>
      <translation>KBS</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Geometry type</source>
      <translation>Geometrietyp</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Columns</source>
      <translation>Spalten</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Rationale</source>
      <translation>Begründung</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>A contract needs its rationale; nothing was written.</source>
      <translation>Vorgaben brauchen eine Begründung; es wurde nichts geschrieben.</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Save the contract</source>
      <translation>Vorgaben speichern</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>Nothing was written.</source>
      <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <location filename="../trace/trace_files.py" />
      <source>{file} cannot be written: {why}</source>
      <translation>{file} kann nicht geschrieben werden: {why}</translation>
    </message>
    <message>
      <location filename="../trace/contract_form.py" />
      <source>The contract was written to {path}.</source>
      <translation>Die Vorgaben wurden nach {path} geschrieben.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Arguments as JSON</source>
      <translation>Argumente als JSON</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>The text is too long.</source>
      <translation>Der Text ist zu lang.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Line {line}, column {column}: {why}</source>
      <translation>Zeile {line}, Spalte {column}: {why}</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Lists and objects are nested too deep.</source>
      <translation>Listen und Objekte sind zu tief verschachtelt.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>Arguments are an object: names and values in braces.</source>
      <translation>Argumente sind ein Objekt: Namen und Werte in geschweiften Klammern.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>It is one value: a text in quotes, a number, a list or an object.</source>
      <translation>Es ist ein einzelner Wert: ein Text in Anführungszeichen, eine Zahl, eine Liste oder ein Objekt.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>"{key}" stands twice.</source>
      <translation>"{key}" kommt zweimal vor.</translation>
    </message>
    <message>
      <location filename="../trace/json_input.py" />
      <source>{word} is no number of JSON.</source>
      <translation>{word} ist keine Zahl in JSON.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" is neither rows nor cells.</source>
      <translation>"{layer}" besteht weder aus Zeilen noch aus Zellen.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>Only the {n} selected row of "{layer}" was taken into the inputs of the trace, as {file}.</source>
      <translation>Nur das {n} gewählte Objekt von "{layer}" wurde als {file} in die Eingaben der Aufzeichnung übernommen.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>Only the {n} selected rows of "{layer}" were taken into the inputs of the trace, as {file}.</source>
      <translation>Nur die {n} gewählten Objekte von "{layer}" wurden als {file} in die Eingaben der Aufzeichnung übernommen.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" was taken into the inputs of the trace as {file}, with its filter {filter}.</source>
      <translation>"{layer}" wurde als {file} in die Eingaben der Aufzeichnung übernommen, mit seinem Filter {filter}.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" was taken into the inputs of the trace as {file}, with its unsaved edits.</source>
      <translation>"{layer}" wurde als {file} in die Eingaben der Aufzeichnung übernommen, mit den nicht gespeicherten Änderungen.</translation>
    </message>
    <message>
      <location filename="../trace/layer_taking.py" />
      <source>"{layer}" was taken into the inputs of the trace as {file}.</source>
      <translation>"{layer}" wurde als {file} in die Eingaben der Aufzeichnung übernommen.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>There is no tool {tool}.</source>
      <translation>Es gibt kein Werkzeug {tool}.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>The trace has no step that makes anything.</source>
      <translation>Die Aufzeichnung hat keinen Schritt, der etwas erzeugt.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>{n} step that only looks at layers, or was not done, is not in the model.</source>
      <translation>{n} Schritt, der Layer nur ansieht oder nicht ausgeführt wurde, ist nicht im Modell.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>{n} steps that only look at layers, or were not done, are not in the model.</source>
      <translation>{n} Schritte, die Layer nur ansehen oder nicht ausgeführt wurden, sind nicht im Modell.</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>No step of the model makes the layer "{layer}".</source>
      <translation>Kein Schritt des Modells erzeugt den Layer "{layer}".</translation>
    </message>
    <message>
      <location filename="../trace/model_export.py" />
      <source>Input {file}</source>
      <translation>Eingabe {file}</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>{parameters} is set, which the tool has not.</source>
      <translation>{parameters} ist gesetzt, was das Werkzeug nicht kennt.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The distance differs from feature to feature.</source>
      <translation>Der Abstand ist von Objekt zu Objekt verschieden.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The layer is in degrees, and a distance in degrees is none on the ground.</source>
      <translation>Der Layer ist in Grad, und ein Abstand in Grad ist keiner im Gelände.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>Whether parts are taken one by one differs from feature to feature.</source>
      <translation>Ob Teile einzeln genommen werden, ist von Objekt zu Objekt verschieden.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>It asks for several relations at once, the tool for one.</source>
      <translation>Es verlangt mehrere räumliche Beziehungen zugleich, das Werkzeug nur eine.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The tool has no field of that type.</source>
      <translation>Das Werkzeug kennt kein Feld dieses Typs.</translation>
    </message>
    <message>
      <location filename="../trace/native_calls.py" />
      <source>The tool writes no file of that kind.</source>
      <translation>Das Werkzeug schreibt keine Datei dieser Art.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add steps from the history of Processing</source>
      <translation>Schritte aus dem Verlauf der Verarbeitung hinzufügen</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Ticked runs become steps at the end of the trace, and are made once more. Layers and files are taken as they are now; what a ticked run made is what its step makes.</source>
      <translation>Angehakte Läufe werden zu Schritten am Ende der Aufzeichnung und noch einmal ausgeführt. Layer und Dateien werden so genommen, wie sie jetzt sind; was ein angehakter Lauf erzeugt hat, ist das, was sein Schritt erzeugt.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Show older runs</source>
      <translation>Ältere Läufe zeigen</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <location filename="../trace/stored_menu.py" />
      <source>Reading…</source>
      <translation>Wird gelesen…</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add {n} step</source>
      <translation>{n} Schritt hinzufügen</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add {n} steps</source>
      <translation>{n} Schritte hinzufügen</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Add steps</source>
      <translation>Schritte hinzufügen</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Nothing was run in Processing so far.</source>
      <translation>In der Verarbeitung wurde bisher nichts ausgeführt.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_choice.py" />
      <source>Runs of earlier</source>
      <translation>Frühere Läufe</translation>
    </message>
    <message>
      <location filename="../trace/past_run_model.py" />
      <location filename="../trace/step_model.py" />
      <source>Tool</source>
      <translation>Werkzeug</translation>
    </message>
    <message>
      <location filename="../trace/past_run_model.py" />
      <source>Parameters</source>
      <translation>Parameter</translation>
    </message>
    <message>
      <location filename="../trace/past_run_model.py" />
      <source>Why it can be no step</source>
      <translation>Warum es kein Schritt sein kann</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>It is no tool, and makes no step.</source>
      <translation>Das ist kein Werkzeug und ergibt keinen Schritt.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>It failed, or was not run to its end.</source>
      <translation>Es schlug fehl oder lief nicht bis zum Ende.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>It took the selected rows of a layer, and which these were is not known any more.</source>
      <translation>Es nahm die gewählten Objekte eines Layers, und welche das waren, ist nicht mehr bekannt.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>"{layer}" is neither in the project nor a file that is there.</source>
      <translation>"{layer}" ist weder im Projekt noch eine vorhandene Datei.</translation>
    </message>
    <message>
      <location filename="../trace/past_run_reading.py" />
      <source>The file "{file}" is no longer there.</source>
      <translation>Die Datei "{file}" ist nicht mehr da.</translation>
    </message>
    <message>
      <location filename="../trace/past_runs.py" />
      <source>History of Processing</source>
      <translation>Verlauf der Verarbeitung</translation>
    </message>
    <message>
      <location filename="../trace/past_runs.py" />
      <source>The history of Processing cannot be read: {why}</source>
      <translation>Der Verlauf der Verarbeitung lässt sich nicht lesen: {why}</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>{algorithm} was not recorded: no trace is open yet.</source>
      <translation>{algorithm} wurde nicht aufgezeichnet: Es ist noch keine Aufzeichnung geöffnet.</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>{algorithm} was not recorded: {why}</source>
      <translation>{algorithm} wurde nicht aufgezeichnet: {why}</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>{algorithm} failed and was not recorded.</source>
      <translation>{algorithm} ist fehlgeschlagen und wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
      <location filename="../trace/recorder.py" />
      <source>The file {file} was taken into the inputs of the trace.</source>
      <translation>Die Datei {file} wurde in die Eingaben der Aufzeichnung übernommen.</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>{algorithm} was not recorded. {why}</source>
      <translation>{algorithm} wurde nicht aufgezeichnet. {why}</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>No tool does exactly the same.</source>
      <translation>Kein Werkzeug tut genau dasselbe.</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>The nearest tool is {tool}.</source>
      <translation>Das ähnlichste Werkzeug ist {tool}.</translation>
    </message>
    <message>
      <location filename="../trace/run_reading.py" />
      <source>It was run with one layer, and the tool takes two.</source>
      <translation>Es lief mit einem Layer, das Werkzeug braucht zwei.</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <location filename="../trace/step_page.py" />
      <source>Arguments</source>
      <translation>Argumente</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <location filename="../trace/step_page.py" />
      <source>Check</source>
      <translation>Prüfung</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Note</source>
      <translation>Notiz</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Done</source>
      <translation>Ausgeführt</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Not done</source>
      <translation>Nicht ausgeführt</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Waits to be run</source>
      <translation>Wartet auf die Ausführung</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} fault</source>
      <translation>{n} Fehler</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} faults</source>
      <translation>{n} Fehler</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} warning</source>
      <translation>{n} Warnung</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>{n} warnings</source>
      <translation>{n} Warnungen</translation>
    </message>
    <message>
      <location filename="../trace/step_model.py" />
      <source>Double-click to write a note.</source>
      <translation>Doppelklick, um eine Notiz zu schreiben.</translation>
    </message>
    <message>
      <location filename="../trace/step_page.py" />
      <source>What the plan check finds</source>
      <translation>Ergebnis der Planprüfung</translation>
    </message>
    <message>
      <location filename="../trace/step_page.py" />
      <source>What the call told</source>
      <translation>Rückmeldung des Aufrufs</translation>
    </message>
    <message>
      <location filename="../trace/step_page.py" />
      <source>Check ({n})</source>
      <translation>Prüfung ({n})</translation>
    </message>
    <message>
      <location filename="../trace/step_table.py" />
      <source>Steps of the trace</source>
      <translation>Schritte der Aufzeichnung</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>Traces</source>
      <translation>Aufzeichnungen</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>Begin with what an agent did</source>
      <translation>Mit den Schritten eines Agenten beginnen</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>There are none yet.</source>
      <translation>Es gibt noch keine.</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>{n} step</source>
      <translation>{n} Schritt</translation>
    </message>
    <message>
      <location filename="../trace/stored_menu.py" />
      <source>{n} steps</source>
      <translation>{n} Schritte</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Add a step</source>
      <translation>Schritt hinzufügen</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Search for a tool…</source>
      <translation>Werkzeug suchen…</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Search for a tool</source>
      <translation>Werkzeug suchen</translation>
    </message>
    <message>
      <location filename="../trace/tool_choice.py" />
      <source>Tools</source>
      <translation>Werkzeuge</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <location filename="../trace/trace_view.py" />
      <source>New trace of the chosen task</source>
      <translation>Neue Aufzeichnung zur gewählten Aufgabe</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>New trace with inputs of your own</source>
      <translation>Neue Aufzeichnung mit eigenen Eingaben</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>New trace</source>
      <translation>Neue Aufzeichnung</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Reference of the chosen task</source>
      <translation>Referenz der gewählten Aufgabe</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Reference from a file…</source>
      <translation>Referenz aus einer Datei…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Open a trace, what an agent did, or a reference</source>
      <translation>Aufzeichnung, Lauf eines Agenten oder Referenz öffnen</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Record: what is run in the Processing toolbox becomes a step</source>
      <translation>Aufzeichnen: Was in der Werkzeugkiste der Verarbeitung ausgeführt wird, wird zum Schritt</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Add steps from the history of Processing…</source>
      <translation>Schritte aus dem Verlauf der Verarbeitung hinzufügen…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Move the step up</source>
      <translation>Schritt nach oben verschieben</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Move the step down</source>
      <translation>Schritt nach unten verschieben</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Delete the step</source>
      <translation>Schritt löschen</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Write a note to the step</source>
      <translation>Notiz zum Schritt schreiben</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Branch: go on in a new trace from this step</source>
      <translation>Abzweigen: ab diesem Schritt in einer neuen Aufzeichnung weiterarbeiten</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Show the layers as they were after this step</source>
      <translation>Layer so zeigen, wie sie nach diesem Schritt waren</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Open the step in the dialog of its tool</source>
      <translation>Schritt im Dialog seines Werkzeugs öffnen</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Copy the step</source>
      <translation>Schritt kopieren</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Contract of an output…</source>
      <translation>Vorgaben für eine Ausgabe…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Export as a model (.model3)…</source>
      <translation>Als Modell exportieren (.model3)…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Export as a Python script…</source>
      <translation>Als Python-Skript exportieren…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <source>Export as qgis_process commands…</source>
      <translation>Als qgis_process-Befehle exportieren…</translation>
    </message>
    <message>
      <location filename="../trace/trace_bar.py" />
      <location filename="../trace/trace_files.py" />
      <source>Export the trace</source>
      <translation>Aufzeichnung exportieren</translation>
    </message>
    <message>
      <location filename="../trace/trace_changes.py" />
      <source>Step {n} ({api}) was deleted.</source>
      <translation>Schritt {n} ({api}) wurde gelöscht.</translation>
    </message>
    <message>
      <location filename="../trace/trace_changes.py" />
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <location filename="../trace/trace_changes.py" />
      <source>{trace}, from step {n}</source>
      <translation>{trace}, ab Schritt {n}</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>Save as reference</source>
      <translation>Als Referenz speichern</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>Export as a model</source>
      <translation>Als Modell exportieren</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>{file} cannot be written.</source>
      <translation>{file} kann nicht geschrieben werden.</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>The model was written to {path}.</source>
      <translation>Das Modell wurde nach {path} geschrieben.</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>The trace was written to {path}.</source>
      <translation>Die Aufzeichnung wurde nach {path} geschrieben.</translation>
    </message>
    <message>
      <location filename="../trace/trace_files.py" />
      <source>The reference was written to {path}.</source>
      <translation>Die Referenz wurde nach {path} geschrieben.</translation>
    </message>
    <message>
      <location filename="../trace/trace_opening.py" />
      <source>Open a reference as a trace</source>
      <translation>Referenz als Aufzeichnung öffnen</translation>
    </message>
    <message>
      <location filename="../trace/trace_opening.py" />
      <source>References</source>
      <translation>Referenzen</translation>
    </message>
    <message>
      <location filename="../trace/trace_session.py" />
      <source>Step {number} ({api}) was not done: {why}</source>
      <translation>Schritt {number} ({api}) wurde nicht ausgeführt: {why}</translation>
    </message>
    <message>
      <location filename="../trace/trace_session.py" />
      <source>The running call was killed; the step is not done.</source>
      <translation>Der laufende Aufruf wurde abgebrochen; der Schritt ist nicht ausgeführt.</translation>
    </message>
    <message>
      <location filename="../trace/trace_session.py" />
      <source>No call was running.</source>
      <translation>Es lief kein Aufruf.</translation>
    </message>
    <message>
      <location filename="../trace/trace_view.py" />
      <source>What is recorded goes into the open trace, "{trace}".</source>
      <translation>Was aufgezeichnet wird, kommt in die geöffnete Aufzeichnung "{trace}".</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>Choose a task, press Record and work in the Processing toolbox: each tool that you run becomes a step here, and its layer appears in the group of the trace. Layers from elsewhere are taken into the inputs, with selection and filter applied. Steps can then be changed, moved, run again and saved as a reference.</source>
      <translation>Eine Aufgabe wählen, auf Aufzeichnen drücken und in der Werkzeugkiste der Verarbeitung arbeiten: Jedes ausgeführte Werkzeug wird hier zu einem Schritt, und sein Layer erscheint in der Gruppe der Aufzeichnung. Andere Layer werden mit Auswahl und Filter in die Eingaben übernommen. Schritte lassen sich danach ändern, verschieben, erneut ausführen und als Referenz speichern.</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>No trace is open.</source>
      <translation>Es ist keine Aufzeichnung geöffnet.</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>{trace} · recording what the toolbox runs</source>
      <translation>{trace} · zeichnet auf, was die Werkzeugkiste ausführt</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>{n} step waits to be run, from step {first} on.</source>
      <translation>{n} Schritt wartet auf die Ausführung, ab Schritt {first}.</translation>
    </message>
    <message>
      <location filename="../trace/trace_words.py" />
      <source>{n} steps wait to be run, from step {first} on.</source>
      <translation>{n} Schritte warten auf die Ausführung, ab Schritt {first}.</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>Panel</source>
      <translation>Bedienfeld</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>GISAgentBench: watch agents, trace references, judge results</source>
      <translation>GISAgentBench: Agenten beobachten, Referenzen aufzeichnen, Ergebnisse beurteilen</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>Give a GIS task to an agent and watch it on the map.</source>
      <translation>Einem Agenten eine GIS-Aufgabe geben und ihm in der Karte zusehen.</translation>
    </message>
    <message>
      <location filename="../window.py" />
      <source>Open the panel</source>
      <translation>Bedienfeld öffnen</translation>
    </message>
  </context>
</TS>
