# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes steps of what is run in the toolbox, while recording is on.

What a run takes is held when it begins: selections, filters and edits are then what the run saw. It becomes steps when
it has ended well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qgis.core import QgsMapLayer
from qgis.PyQt.QtCore import QObject

from ..i18n import tr
from ..panel.messages import Messages
from .call_queue import CallJob, CallQueue, InputJob, RunJobs
from .handle_names import handle_for, result_handle
from .history_listener import HistoryListener
from .input_writing import InputFile
from .layer_book import is_whole, project_layer, source_of, takes_all
from .layer_taking import LayerTaking, NotTaken, takes_raster
from .layer_uses import LayerUse, Place, with_handles
from .run_reading import NotRecorded, ReadRun, read_run
from .toolbox_run import ToolboxRun
from .trace_session import TraceSession


@dataclass
class Held:
    """A run that has begun, and what it takes.

    Args:
        read: The run as a call.
        handles: Where layers stand, and what they are called.
        jobs: What must be there before the call.
    """

    read: ReadRun
    handles: dict[Place, str] = field(default_factory=dict)
    jobs: list[InputJob | CallJob] = field(default_factory=list)
    entered: list[tuple[QgsMapLayer, str]] = field(default_factory=list)


class Recorder(QObject):
    """Listens and records.

    Args:
        session: The open trace.
        queue: Asks for the calls.
        messages: Tells people.
        input_files: Gives the files of the task's inputs as they are shown on the map: path to name under inputs/.
    """

    def __init__(
        self,
        session: TraceSession,
        queue: CallQueue,
        messages: Messages,
        input_files: Callable[[], dict[str, str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._queue = queue
        self._messages = messages
        self._input_files = input_files
        self._taking = LayerTaking(self)
        self._listener = HistoryListener(self)
        self._listener.started.connect(self._started)
        self._listener.finished.connect(self._finished)
        self._held: dict[int, Held] = {}

    def record(self, on: bool) -> None:
        """Begins or ceases to record."""
        self._listener.listen(on)
        if not on:
            self._held.clear()

    def forget(self) -> None:
        """Forgets runs of another trace."""
        self._held.clear()

    def close(self) -> None:
        """Ceases to record and removes what was written."""
        self.record(False)
        self._taking.close()

    def take_past(self, runs: Sequence[ToolboxRun]) -> None:
        """Makes steps of runs of earlier, as if they had been recorded, of layers and files as they are now.

        Args:
            runs: In the order in which they were made.
        """
        for run in runs:
            held = self._begin(run)
            if held is not None:
                self._finish(held, run)

    def _started(self, run: ToolboxRun) -> None:
        held = self._begin(run)
        if held is not None:
            self._held[run.number] = held

    def _begin(self, run: ToolboxRun) -> Held | None:
        """Holds what a run takes; None where it is no step, which is said."""
        try:
            read = read_run(run)
            if read is not None and not self._session.is_open:
                text = tr("{algorithm} was not recorded: no trace is open yet.")
                self._messages.warning(text.format(algorithm=read.title))
            elif read is not None:
                return self._hold(read)
        except (NotRecorded, NotTaken) as why:
            self._messages.warning(str(why))
        except Exception as fault:  # a parameter of a form nobody foresaw must not stop the toolbox
            self._messages.warning(
                tr("{algorithm} was not recorded: {why}").format(
                    algorithm=run.algorithm_id, why=f"{type(fault).__name__}: {fault}"
                )
            )
        return None

    def _finished(self, run: ToolboxRun) -> None:
        held = self._held.pop(run.number, None)
        if held is not None:
            self._finish(held, run)

    def _finish(self, held: Held, run: ToolboxRun) -> None:
        """Hands over the calls of a run that has ended."""
        if not run.results:
            self._messages.info(tr("{algorithm} failed and was not recorded.").format(algorithm=held.read.title))
            return
        read = held.read
        arguments = with_handles(read.arguments, read.uses, held.handles)
        for argument, output in read.outputs.items():
            handle = self._session.handles.promise(self._result_name(read, argument))
            arguments[argument] = handle
            self._session.map.book.enter_result(run.results.get(output), handle)
        for layer, handle in held.entered:
            self._session.map.book.enter(layer, handle)
        self._queue.add(RunJobs(read.title, [*held.jobs, CallJob(read.spec.name, arguments)]))

    def _hold(self, read: ReadRun) -> Held:
        held = Held(read)
        for use in read.uses:
            held.handles[use.place] = self._handle(held, use)
        for path in read.files.values():
            self._hold_file(held, path)
        return held

    def _result_name(self, read: ReadRun, argument: str) -> str:
        """Names a layer that the run made: after the file it was read from, else after what the tool does."""
        if read.files:
            return handle_for(Path(next(iter(read.files.values()))).stem, self._session.handles.all())
        is_main = argument == next(iter(read.outputs))
        output = "" if is_main else argument.removesuffix("_output")
        return result_handle(read.spec.name, output, self._session.handles.all())

    def _handle(self, held: Held, use: LayerUse) -> str:
        """Gives the handle of a layer, and notes what must be done before there is one."""
        source = source_of(use.value)
        layer = project_layer(source)
        session = self._session
        text = source.source.staticValue()
        if layer is not None and is_whole(layer, source):
            known = session.map.book.handle_of(layer) or next((name for one, name in held.entered if one is layer), "")
        else:
            known = session.map.book.handle_at(text) if layer is None and takes_all(source) else ""
        if known:
            return known
        given = self._given(layer, text)
        if given and (layer is None or is_whole(layer, source)):
            return self._load(held, layer, given)
        argument = held.read.spec.argument(use.place[0])
        is_raster = argument is not None and takes_raster(argument.type)
        names = session.handles.all() | session.input_names.all()
        taken = self._taking.take(layer, source, is_raster, names)
        handle = session.input_names.promise(session.handles.promise(taken.handle))
        held.jobs.append(InputJob(taken.file, handle, words=taken.words))
        if taken.layer is not None and taken.is_whole:
            held.entered.append((taken.layer, handle))
        return handle

    def _given(self, layer: QgsMapLayer | None, text: str) -> str:
        """Gives the name under inputs/ of a layer that shows an input of the task; "" for others."""
        path = (layer.source() if layer is not None else text).partition("|")[0]
        found = self._input_files().get(path, "")
        inputs = Path(self._session.folder).resolve() if self._session.folder else None
        if not found and inputs is not None and Path(path).resolve().is_relative_to(inputs):
            found = Path(path).name if Path(path).parent.name == "inputs" else ""
        return found

    def _load(self, held: Held, layer: QgsMapLayer | None, name: str) -> str:
        """Loads an input of the task by a step; the layer it shows is that from then on."""
        handle = self._session.handles.promise(handle_for(Path(name).stem, self._session.handles.all()))
        arguments: dict[str, Any] = {"file": name, "name": handle}
        meant = next((one for one in self._session.inputs if one.get("file") == name), {})
        if meant.get("layer"):
            arguments["sublayer"] = meant["layer"]
        held.jobs.append(CallJob("load_layer", arguments))
        if layer is not None:
            held.entered.append((layer, handle))
        return handle

    def _hold_file(self, held: Held, path: str) -> None:
        """Takes a file that a tool reads by its name; one that is an input already is named as it is."""
        given = self._given(None, path)
        for argument, read in held.read.files.items():
            if read == path and given:
                held.read.arguments[argument] = given
        if not given:
            file = InputFile(Path(path), self)
            file.settle()
            name = self._session.input_names.promise(handle_for(Path(path).stem, self._session.input_names.all()))
            words = tr("The file {file} was taken into the inputs of the trace.").format(file=Path(path).name)
            held.jobs.append(InputJob(file, name, load=False, words=words))
